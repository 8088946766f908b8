import type { PartnerWithSettings } from '../../shared/partners/partner.ts';

/** A second fictional university with nothing of the first: its own texts, lists, limits, state and theme. */
export const desertSky: PartnerWithSettings = {
  id: 'desert-sky',
  name: 'Desert Sky College',
  shortName: 'DSC',
  applicationTitle: 'Application for first-year students',
  entryYear: 'Spring 2028',
  state: 'New Mexico',
  timeZone: 'America/Denver',
  helpEmail: 'help@desertsky.example',
  security: { contact: 'https://desertsky.example/report' },
  addressLines: ['Admissions', 'Desert Sky College', '7 Mesa Road', 'Adobe Flats, NM 88000'],
  phone: '(505) 555-0177',
  publicSafetyPhone: '(505) 555-0199',
  links: {
    internationalApplication: { label: 'Global application', href: 'https://desertsky.example/global' },
    policies: { label: 'Rules of the college', href: 'https://desertsky.example/rules' },
    aid: { label: 'Paying for college', href: 'https://desertsky.example/paying' },
    pdfReader: { label: 'Get a reader for PDF', href: 'https://desertsky.example/reader' },
  },
  footerLinks: [{ label: 'Visit us', href: 'https://desertsky.example/visit' }],
  codes: { collegeBoard: '1234', act: '5678', fafsa: 'E01234' },
  characterLimit: 2000,
  internationalPhoneCounts: false,
  beforeYouStart: 'Half an hour is enough. Have your grades at hand.',
  limits: { parents: 1, legacy: 2, colleges: 3, seniorCourses: 6, activities: 2, honors: 1 },
  dateBanner: { from: '2026-01-01', to: '2035-12-31', text: 'The office is closed on Founders Day.' },
  // Far from the days on which tests run with the clock of the machine.
  deadlines: [
    { id: 'early', label: 'Early decision', at: '2034-12-01T23:59', graceMinutes: 30, warnDays: [7, 1] },
    { id: 'regular', label: 'Regular decision', at: '2035-01-15T23:59', graceMinutes: 0, warnDays: [2] },
  ],
  maintenance: [{ from: '2034-11-20T02:00', to: '2034-11-20T06:00', text: 'We update the site.' }],
  terms: [
    ['202801', 'Spring 2028'],
    ['202805', 'Summer 2028'],
  ],
  majors: [
    ['ART', 'Art'],
    ['GEO', 'Geology'],
  ],
  legal: {
    felony: 'Felony, if any?',
    conviction: 'Conviction, if any?',
    whyWeAsk: 'For housing.',
  },
  nextSteps: [
    {
      title: 'Send your grades',
      text: 'Scores go to College Board code {collegeBoard} or ACT code {act}.',
      checklistItem: 'grades',
    },
    {
      title: 'Ask for aid',
      text: 'Our FAFSA code is {fafsa}.',
      link: 'aid',
      checklistItem: 'aid',
      isOptional: true,
    },
  ],
  help: ['Say what happened, and where.'],
  privacyNotice: ['The college reads what you write here, and nobody else does.'],
  cookieNotice: ['Cookies keep you logged in and do nothing else.'],
  theme: {
    primary: { extraLight: '#f6ece6', light: '#d9a98c', main: '#8a3b12', dark: '#4a1d06' },
    secondary: { extraLight: '#e9f4ee', light: '#b4dcc4', main: '#63b183', dark: '#1d5c38' },
    accent: { extraLight: '#efe9fb', light: '#b9a3ea', main: '#5b34b0', dark: '#33196b' },
    neutral: { extraLight: '#f5f4f2', light: '#dad6d0', main: '#5f5a53', dark: '#211f1c' },
    white: { extraLight: '#fffffe', light: '#fffffe', main: '#fffffe', dark: '#fcfaf7' },
    error: { extraLight: '#fdeeed', light: '#efb2ad', main: '#a8201a', dark: '#741410' },
    disabled: { extraLight: '#f0eeeb', light: '#dcd8d2', main: '#8b867d', dark: '#585550' },
  },
};
