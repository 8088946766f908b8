import type { SettingName } from './setting-names.ts';

/** The settings as the console names them. */
export const settingTitles: Readonly<Record<SettingName, string>> = {
  deadlines: 'Deadlines',
  maintenance: 'Maintenance notices',
  dateBanner: 'Banner',
  beforeYouStart: 'What you need',
  nextSteps: 'Next steps',
  decision: 'Decision date',
  help: 'Help',
};

/** An entry of a list, as the console names it. */
const entryNames: Readonly<Partial<Record<SettingName, string>>> = {
  deadlines: 'Deadline',
  maintenance: 'Notice',
  nextSteps: 'Step',
  help: 'Paragraph',
};

/** The members of settings, as the labels of the console's fields. */
export const fieldLabels: Readonly<Record<string, string>> = {
  id: 'Short name for records',
  label: 'Name',
  at: 'Date and time',
  graceMinutes: 'Minutes of grace',
  warnDays: 'Days before, for emails',
  from: 'From',
  to: 'Until',
  text: 'Text',
  title: 'Title',
  for: 'Who gets it',
  checklistItem: 'Checklist item',
  isOptional: 'Optional',
  acceptsUpload: 'Applicants cannot upload a copy',
  link: 'Link',
  day: 'Day',
  days: 'Days after submission',
};

/** 'Deadline 2, Minutes of grace': the place of a member as the console shows it. */
export function settingPlace([name = '', ...rest]: readonly PropertyKey[]): string {
  const setting = String(name) as SettingName;
  const entry = entryNames[setting];
  const parts = rest.map((part, depth) => {
    if (typeof part !== 'number') return fieldLabels[String(part)] ?? String(part);
    return depth === 0 && entry !== undefined ? `${entry} ${part + 1}` : undefined;
  });
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0 || entry === undefined
    ? [settingTitles[setting] ?? String(name), ...found].join(', ')
    : found.join(', ');
}
