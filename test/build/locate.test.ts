import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locateQuestion } from '../../scripts/build/locate.ts';
import { root } from '../../scripts/build/root.ts';
import { dataModel } from '../../shared/form/index.ts';
import { application } from '../support/form.ts';

const lineAt = (place: string | undefined) => {
  const [file = '', line = ''] = place?.split(':') ?? [];
  return [file, readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1] ?? ''];
};

it.each([
  ['first_name', 'shared/questions/about/personal.ts', 'first_name:'],
  ['citizenship_type', 'shared/questions/about/citizenship.ts', 'citizenship_type:'],
  ['parent_2_phone_type', 'shared/questions/about/parents.ts', 'phone_type:'],
  ['senior_course_10_semester', 'shared/questions/education/senior-courses.ts', 'semester:'],
  ['college_3_city', 'shared/questions/education/colleges.ts', "'college'"],
  ['race_white', 'shared/questions/about/ethnicity.ts', 'race'],
])('locates the question of %s in %s', (key, file, text) => {
  const [found, line] = lineAt(locateQuestion(application, key));
  expect(found).toBe(file);
  expect(line).toContain(text);
});

it('locates the question of every key of the form, and none that the form does not ask', () => {
  const keys = [...dataModel(application).keys()].filter((key) => !key.endsWith('_desc'));
  expect(keys.length).toBeGreaterThan(200);
  expect(keys.filter((key) => locateQuestion(application, key) === undefined)).toEqual([]);
  expect(locateQuestion(application, 'nobody asks this')).toBeUndefined();
});
