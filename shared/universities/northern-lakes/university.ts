import type { University } from 'matricula';

/**
 * A fictional university, the sample to copy. Each member is explained in docs/university.md. Its help and
 * privacy texts need legal review.
 */
export default {
  id: 'northern-lakes',
  name: 'Northern Lakes University',
  shortName: 'NLU',
  applicationTitle: 'First-year application',
  entryYear: 'Fall 2027',
  state: 'Michigan',
  timeZone: 'America/Detroit',
  helpEmail: 'apply@northernlakes.example',
  security: {
    contact: 'mailto:security@northernlakes.example',
    policy: 'https://northernlakes.example/security',
  },
  addressLines: [
    'Office of Admissions',
    'Northern Lakes University',
    '100 Harbor Street',
    'Copper Bay, MI 49900',
  ],
  phone: '(906) 555-0100',
  publicSafetyPhone: '(906) 555-0111',
  links: {
    internationalApplication: {
      label: 'International Undergraduate Application',
      href: 'https://northernlakes.example/apply/international',
    },
    policies: { label: 'University policies', href: 'https://northernlakes.example/policies' },
    aid: { label: 'Financial aid', href: 'https://northernlakes.example/aid' },
    pdfReader: { label: 'Download a PDF reader', href: 'https://get.adobe.com/reader/' },
  },
  footerLinks: [],
  codes: { collegeBoard: '0000', act: '0000', fafsa: '000000' },
  characterLimit: 7000,
  internationalPhoneCounts: true,
  retention: { draftMonths: 13, submittedYears: 5 },
  beforeYouStart:
    "It takes about 40 minutes. You can stop and come back. Have these ready: your high school and its address, your courses and grades, your parents' or guardians' information, your activities, test scores if you are sending them, and a copy of your transcript if you have one.",
  limits: { parents: 2, legacy: 4, colleges: 5, seniorCourses: 10, activities: 4, honors: 4 },
  dateBanner: {
    from: '2027-01-15',
    to: '2027-02-01',
    text: 'The priority date for Fall 2027 is February 1, 2027. Every application still gets a decision within two weeks.',
  },
  terms: [
    ['202708', 'Fall 2027'],
    ['202801', 'Spring 2028'],
    ['202805', 'Summer 2028'],
    ['202808', 'Fall 2028'],
  ],
  majors: [
    ['26.0101', 'Biology'],
    ['52.0201', 'Business Administration'],
    ['14.0701', 'Chemical Engineering'],
    ['40.0501', 'Chemistry'],
    ['14.0801', 'Civil Engineering'],
    ['14.0901', 'Computer Engineering'],
    ['11.0701', 'Computer Science'],
    ['45.0601', 'Economics'],
    ['14.1001', 'Electrical Engineering'],
    ['23.0101', 'English'],
    ['03.0501', 'Forestry'],
    ['27.0101', 'Mathematics'],
    ['14.1901', 'Mechanical Engineering'],
    ['51.3801', 'Nursing'],
    ['40.0801', 'Physics'],
    ['42.0101', 'Psychology'],
    ['UND', 'Undecided'],
  ],
  legal: {
    felony: 'Have you ever been convicted of a felony?',
    conviction: 'Do you have any conviction or pending charge other than a minor traffic offense?',
    whyWeAsk: "We ask to keep our campus safe. Answering Yes doesn't stop you from submitting.",
  },
  // deadlines: [{ id: 'early', label: 'Early action', at: '2026-11-15T23:59', graceMinutes: 60 }],
  decision: { days: 14 },
  nextSteps: [
    {
      title: 'Send your official transcript',
      text: "Ask your counselor to send it to us. Your uploaded copy doesn't count as the official one.",
      checklistItem: 'transcript',
    },
    {
      title: 'Send your test scores',
      text: 'Have scores sent to us: College Board code {collegeBoard}, ACT code {act}.',
      for: 'testScores',
      checklistItem: 'test-scores',
    },
    {
      title: 'Apply for financial aid',
      text: 'Complete the FAFSA using school code {fafsa}.',
      link: 'aid',
      checklistItem: 'fafsa',
      isOptional: true,
      acceptsUpload: false,
    },
    { title: 'Watch your email', text: "We'll email your decision by {decisionDay}." },
  ],
  help: ["Tell us which page and question you were on and what happened. Please don't send passwords."],
  privacyNotice: [
    "Northern Lakes University uses what you enter here to make an admission decision. We delete submitted applications after five years. If you don't submit, we delete your application 13 months after your last change, and email you 30 days before. We delete accounts that aren't confirmed within 30 days.",
    "People who read your application don't see your answers about race, ethnicity, sex, date of birth, Alien Registration Number or legal history, unless university policy says otherwise. Files that you upload are shown to them as they are.",
    'Before you submit, you can change, download and delete everything yourself under "Account and Security". After that, write to us to see, correct or delete your information.',
  ],
  cookieNotice: [
    "This site uses cookies to keep you logged in, to finish your sign-up, and to recognize this browser for 180 days. If someone else tries to guess your password, you can still log in here without waiting. We don't use cookies for advertising or analytics.",
  ],
  theme: {
    primary: { extraLight: '#e8f0f2', light: '#7fa3ae', main: '#1f5566', dark: '#14323f' },
    secondary: { extraLight: '#fbf3e0', light: '#f2d48a', main: '#d9a21b', dark: '#7a5600' },
    accent: { extraLight: '#e6effb', light: '#8fb4e8', main: '#1a5fb4', dark: '#0f3d78' },
    neutral: { extraLight: '#f6f4f0', light: '#dcd7cf', main: '#635f58', dark: '#22252a' },
    white: { extraLight: '#ffffff', light: '#ffffff', main: '#ffffff', dark: '#fbfaf7' },
    error: { extraLight: '#fdeeec', light: '#f0b4ad', main: '#b3261e', dark: '#7d1610' },
    disabled: { extraLight: '#f1efeb', light: '#dedad3', main: '#8d887f', dark: '#5b5750' },
  },
} satisfies University;
