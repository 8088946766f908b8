import type { Option } from '../form/index.ts';

// Our codes, with labels that follow public standards (docs/spec/interpretation.md).

export const sexes = [
  ['F', 'Female'],
  ['M', 'Male'],
  ['X', 'X or another legal sex'],
  ['N', 'I prefer not to say'],
] as const satisfies readonly Option[];

export const suffixes = [
  ['JR', 'Jr.'],
  ['SR', 'Sr.'],
  ['II', 'II'],
  ['III', 'III'],
  ['IV', 'IV'],
  ['V', 'V'],
] as const satisfies readonly Option[];

export const citizenTypes = [
  ['1', 'U.S. citizen or U.S. national'],
  ['2', 'U.S. permanent resident (green card)'],
  ['3', 'Citizen of another country who needs or holds a student visa'],
  ['4', 'Refugee, asylee, DACA, undocumented or another status'],
] as const satisfies readonly Option[];

export const influences = [
  ['FAM', 'Family or friend'],
  ['CNS', 'Teacher or counselor'],
  ['VIS', 'Campus visit'],
  ['FAIR', 'College fair'],
  ['MAIL', 'Mail or email'],
  ['WEB', 'Website or social media'],
  ['ALU', 'Student or graduate'],
  ['OTH', 'Other'],
] as const satisfies readonly Option[];

export const parentPrefixes = [
  ['MR', 'Mr.'],
  ['MRS', 'Mrs.'],
  ['MS', 'Ms.'],
  ['MX', 'Mx.'],
  ['DR', 'Dr.'],
  ['REV', 'Rev.'],
  ['HON', 'Hon.'],
] as const satisfies readonly Option[];

/** The two questions of federal reporting: Hispanic or Latino first, then one or more races. */
export const ethnicities = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['X', 'I prefer not to answer'],
] as const satisfies readonly Option[];

/** Each is stored under `race_` and its name. */
export const races = {
  american_indian: 'American Indian or Alaska Native',
  asian: 'Asian',
  black: 'Black or African American',
  native_hawaiian: 'Native Hawaiian or Other Pacific Islander',
  white: 'White',
} as const;

export const militaryStatuses = [
  ['N', 'None'],
  ['A', 'Active duty'],
  ['R', 'Reserve or National Guard'],
  ['V', 'Veteran'],
] as const satisfies readonly Option[];

export const parentRelationships = [
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
] as const satisfies readonly Option[];

export const phoneTypes = [
  ['C', 'Cell'],
  ['H', 'Home'],
  ['W', 'Work'],
] as const satisfies readonly Option[];

export const communicationPreferences = [
  ['E', 'Email'],
  ['M', 'Postal mail'],
  ['B', 'Both'],
  ['N', "Don't contact them"],
] as const satisfies readonly Option[];

export const legacyRelationships = [
  ['PA', 'Parent'],
  ['SP', 'Stepparent'],
  ['GP', 'Grandparent'],
  ['SI', 'Sibling'],
  ['AU', 'Aunt or uncle'],
  ['CO', 'Cousin'],
  ['SO', 'Spouse'],
  ['OT', 'Other'],
] as const satisfies readonly Option[];

export const semesters = [
  ['F', 'Fall'],
  ['S', 'Spring'],
  ['Y', 'Full year'],
  ['T', 'Trimester or other'],
] as const satisfies readonly Option[];

export const otherScale = 'O';

export const gpaScales = [
  ['4', '4.0'],
  ['5', '5.0'],
  ['6', '6.0'],
  ['12', '12'],
  ['100', '100'],
  [otherScale, 'Other'],
] as const satisfies readonly Option[];

export const activityCategories = [
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
] as const satisfies readonly Option[];
