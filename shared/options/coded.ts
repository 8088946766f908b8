import type { Option } from '../form/index.ts';

// Values and labels as decisions, section D, gives them.

export const sexes: readonly Option[] = [
  ['F', 'Female'],
  ['M', 'Male'],
  ['X', 'X or another legal sex'],
  ['N', 'I prefer not to say'],
];

export const suffixes: readonly Option[] = [
  ['JR', 'Jr.'],
  ['SR', 'Sr.'],
  ['II', 'II'],
  ['III', 'III'],
  ['IV', 'IV'],
  ['V', 'V'],
];

export const citizenTypes: readonly Option[] = [
  ['1', 'U.S. citizen or U.S. national'],
  ['2', 'U.S. permanent resident (green card)'],
  ['3', 'Citizen of another country who needs or holds a student visa'],
  ['4', 'Refugee, asylee, DACA, undocumented or another status'],
];

export const influences: readonly Option[] = [
  ['FAM', 'Family or friend'],
  ['CNS', 'Teacher or counselor'],
  ['VIS', 'Campus visit'],
  ['FAIR', 'College fair'],
  ['MAIL', 'Mail or e-mail'],
  ['WEB', 'Website or social media'],
  ['ALU', 'Student or graduate'],
  ['OTH', 'Other'],
];

export const parentPrefixes: readonly Option[] = [
  ['MR', 'Mr.'],
  ['MRS', 'Mrs.'],
  ['MS', 'Ms.'],
  ['MX', 'Mx.'],
  ['DR', 'Dr.'],
  ['REV', 'Rev.'],
  ['HON', 'Hon.'],
];

/** The two questions of federal reporting: Hispanic or Latino first, then one or more races. */
export const ethnicities: readonly Option[] = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['X', 'I prefer not to answer'],
];

/** Each is stored under `race_` and its name. */
export const races = {
  american_indian: 'American Indian or Alaska Native',
  asian: 'Asian',
  black: 'Black or African American',
  native_hawaiian: 'Native Hawaiian or Other Pacific Islander',
  white: 'White',
} as const;

export const militaryStatuses: readonly Option[] = [
  ['N', 'None'],
  ['A', 'Active duty'],
  ['R', 'Reserve or National Guard'],
  ['V', 'Veteran'],
];

export const parentRelationships: readonly Option[] = [
  ['MO', 'Mother'],
  ['FA', 'Father'],
  ['PA', 'Parent'],
  ['SM', 'Stepmother'],
  ['SF', 'Stepfather'],
  ['GP', 'Grandparent'],
  ['LG', 'Legal guardian'],
  ['FP', 'Foster parent'],
  ['OR', 'Other relative'],
  ['OT', 'Other'],
];

export const phoneTypes: readonly Option[] = [
  ['C', 'Cell'],
  ['H', 'Home'],
  ['W', 'Work'],
];

export const communicationPreferences: readonly Option[] = [
  ['E', 'E-mail'],
  ['M', 'Postal mail'],
  ['B', 'Both'],
  ['N', 'No messages'],
];

export const legacyRelationships: readonly Option[] = [
  ['PA', 'Parent'],
  ['SP', 'Stepparent'],
  ['GP', 'Grandparent'],
  ['SI', 'Sibling'],
  ['AU', 'Aunt or uncle'],
  ['CO', 'Cousin'],
  ['SO', 'Spouse'],
  ['OT', 'Other'],
];

export const semesters: readonly Option[] = [
  ['F', 'Fall'],
  ['S', 'Spring'],
  ['Y', 'Full year'],
  ['T', 'Trimester or other'],
];

export const otherScale = 'O';

export const gpaScales: readonly Option[] = [
  ['4', '4.0'],
  ['5', '5.0'],
  ['6', '6.0'],
  ['12', '12'],
  ['100', '100'],
  [otherScale, 'Other'],
];

export const activityCategories: readonly Option[] = [
  ['ACA', 'Academic club'],
  ['ART', 'Art or design'],
  ['ATH', 'Athletics'],
  ['CAR', 'Career or technical'],
  ['COM', 'Community service'],
  ['TEC', 'Computing or robotics'],
  ['CUL', 'Culture or heritage'],
  ['DAN', 'Dance'],
  ['DEB', 'Debate or speech'],
  ['ENV', 'Environment'],
  ['FAM', 'Family responsibilities'],
  ['GOV', 'Student government'],
  ['INT', 'Internship'],
  ['JOU', 'Journalism or media'],
  ['JRO', 'Junior ROTC'],
  ['MUS', 'Music'],
  ['REL', 'Faith community'],
  ['RES', 'Research'],
  ['THE', 'Theater'],
  ['WRK', 'Paid work'],
  ['OTH', 'Other'],
];
