import { termsFrom } from '../../shared/options/terms.ts';
import type { Partner } from '../../shared/partners/index.ts';
import { partner } from './form.ts';

/** Another fictional university, as one file: other words, other lists, lower limits, another state and theme. */
export const desertSky: Partner = {
  ...partner,
  id: 'desert-sky',
  name: 'Desert Sky College',
  shortName: 'DSC',
  applicationTitle: 'Application for first-year students',
  entryYear: 'Spring 2028',
  state: { code: 'NM', name: 'New Mexico' },
  timeZone: 'America/Denver',
  helpEmail: 'help@desertsky.example',
  publicSafetyPhone: '(505) 555-0199',
  links: {
    ...partner.links,
    internationalApplication: { label: 'Global application', href: 'https://desertsky.example/global' },
  },
  codes: { collegeBoard: '1234', act: '5678', fafsa: 'E01234' },
  characterLimit: 2000,
  internationalPhoneCounts: false,
  beforeYouStart: 'Half an hour is enough. Have your grades at hand.',
  limits: { parents: 1, legacy: 2, colleges: 3, seniorCourses: 6, activities: 2, honors: 1 },
  terms: termsFrom(2028, '01', 2),
  majors: [
    ['ART', 'Art'],
    ['GEO', 'Geology'],
  ],
  legal: {
    felony: 'Felony, if any?',
    conviction: 'Conviction, if any?',
    whyWeAsk: 'For housing.',
  },
  theme: {
    ...partner.theme,
    primary: { extraLight: '#f6ece6', light: '#d9a98c', main: '#8a3b12', dark: '#4a1d06' },
  },
};
