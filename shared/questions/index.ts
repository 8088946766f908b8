import { form, type KeyOf, page } from '../form/index.ts';
import type { Partner } from '../partners/partner.ts';
import { address } from './about/address.ts';
import { citizenship } from './about/citizenship.ts';
import { ethnicity } from './about/ethnicity.ts';
import { legacy } from './about/legacy.ts';
import { military } from './about/military.ts';
import { parents } from './about/parents.ts';
import { personal } from './about/personal.ts';
import { residence } from './about/residence.ts';
import { activities, honors } from './education/activities.ts';
import { colleges } from './education/colleges.ts';
import { entry } from './education/entry.ts';
import { grades } from './education/grades.ts';
import { highSchool } from './education/high-school.ts';
import { seniorCourses } from './education/senior-courses.ts';
import { tests } from './education/tests.ts';
import { agreements, legal } from './final-steps/legal.ts';

const application = (partner: Partner, year: number) =>
  form([
    page('/about', 'About You', [
      personal(partner),
      address,
      citizenship(partner),
      ethnicity(partner),
      military,
      parents(partner),
      legacy(partner),
      residence(partner),
    ]),
    page('/education', 'Academics', [
      entry(partner),
      highSchool(year),
      colleges(partner),
      seniorCourses(partner),
      grades,
      tests(partner, year),
      activities(partner),
      honors(partner),
    ]),
    page('/final-steps', 'Final Steps', [legal(partner), agreements]),
  ]);

export type Application = ReturnType<typeof application>;
export type ApplicationKey = KeyOf<Application>;

const cache = new Map<string, Application>();

/**
 * The form of a partner in a year. The same partner and year return the same object, because callers cache
 * what they derive from it.
 */
export function applicationOf(partner: Partner, today: string): Application {
  const id = `${partner.id}/${today.slice(0, 4)}`;
  const cached = cache.get(id) ?? application(partner, Number(today.slice(0, 4)));
  cache.set(id, cached);
  return cached;
}
