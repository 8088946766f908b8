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
