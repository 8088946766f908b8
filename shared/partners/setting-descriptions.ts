import type { Option } from '../form/index.ts';
import { audienceNames } from './step-audiences.ts';
import { linkNames } from './step-codes.ts';

/** A field of a setting in the console. */
export interface SettingField {
  /** The member of the setting. */
  readonly name: string;
  /** `days` is a list of numbers. A saved `id` cannot change. A `hidden` id is made from the label. */
  readonly kind: 'text' | 'long' | 'time' | 'day' | 'count' | 'days' | 'flag' | 'choice' | 'id' | 'hidden';
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly options?: (links: Readonly<Record<string, { readonly label: string }>>) => readonly Option[];
  /** The value of a flag that is not stored. */
  readonly isOnByDefault?: boolean;
  /** The field is shown only if this other field has a value. */
  readonly onlyWith?: string;
}

interface SettingDescription {
  readonly title: string;
  readonly help: string;
  /** The name of an entry of a list, or of the one value. */
  readonly entry: string;
  readonly isList: boolean;
  /** True if each entry is a text without members. */
  readonly isText: boolean;
  /** True if the setting may be absent. */
  readonly isOptional: boolean;
  readonly fields: readonly SettingField[];
}

/** Members of a partner that the office changes in the console without a deployment. */
export const settingNames = [
  'deadlines',
  'maintenance',
  'dateBanner',
  'beforeYouStart',
  'nextSteps',
  'decision',
  'help',
] as const;
export type SettingName = (typeof settingNames)[number];

const audienceLabels: Readonly<Record<(typeof audienceNames)[number], string>> = {
  testScores: 'Applicants who send test scores',
};

/** The settings as the console shows them. partner.ts has the rules for their values. */
export const settingDescriptions: Readonly<Record<SettingName, SettingDescription>> = {
  deadlines: {
    title: 'Deadlines',
    help: 'Application deadlines. After the last one, applicants can save but not submit.',
    entry: 'Deadline',
    isList: true,
    isText: false,
    isOptional: true,
    fields: [
      { name: 'id', kind: 'hidden', label: 'Short name for records' },
      { name: 'label', kind: 'text', label: 'Name' },
      { name: 'at', kind: 'time', label: 'Date and time', hint: 'The last minute that is in time' },
      {
        name: 'graceMinutes',
        kind: 'count',
        label: 'Minutes of grace',
        hint: 'Later submissions are accepted and marked late. 0 for none',
      },
      {
        name: 'warnDays',
        kind: 'days',
        label: 'Days before, for emails',
        hint: 'Up to two, such as 7, 1. To applicants with drafts',
        isOptional: true,
      },
    ],
  },
  maintenance: {
    title: 'Maintenance notices',
    help: 'Shown on every page for a week before, and until the end.',
    entry: 'Notice',
    isList: true,
    isText: false,
    isOptional: true,
    fields: [
      { name: 'from', kind: 'time', label: 'From' },
      { name: 'to', kind: 'time', label: 'Until' },
      { name: 'text', kind: 'long', label: 'Text' },
    ],
  },
  dateBanner: {
    title: 'Banner',
    help: 'Shown on the form between these dates.',
    entry: 'Banner',
    isList: false,
    isText: false,
    isOptional: true,
    fields: [
      { name: 'from', kind: 'day', label: 'From' },
      { name: 'to', kind: 'day', label: 'Until' },
      { name: 'text', kind: 'long', label: 'Text' },
    ],
  },
  beforeYouStart: {
    title: 'What you need',
    help: 'Shown before the start: how long the form takes, and what to have ready.',
    entry: 'Text',
    isList: false,
    isText: true,
    isOptional: false,
    fields: [{ name: 'text', kind: 'long', label: 'Text' }],
  },
  nextSteps: {
    title: 'Next steps',
    help: 'Shown after submission and in the receipt. Applicants who have submitted see changes too.',
    entry: 'Step',
    isList: true,
    isText: false,
    isOptional: false,
    fields: [
      { name: 'title', kind: 'text', label: 'Title' },
      {
        name: 'text',
        kind: 'long',
        label: 'Text',
        hint: 'Insert {collegeBoard}, {act}, {fafsa} or {decisionDay} for the code or day',
      },
      {
        name: 'for',
        kind: 'choice',
        label: 'Who sees it',
        options: () => [
          ['', 'All applicants'],
          ...audienceNames.map((name) => [name, audienceLabels[name]] as const),
        ],
      },
      {
        name: 'link',
        kind: 'choice',
        label: 'Link',
        options: (links) => [
          ['', 'None'],
          ...linkNames.map((name) => [name, links[name]?.label ?? name] as const),
        ],
      },
      {
        name: 'checklistItem',
        kind: 'id',
        label: 'Checklist item',
        hint: 'Such as transcript, if staff mark it as received. It cannot change later',
        isOptional: true,
      },
      { name: 'isOptional', kind: 'flag', label: 'Optional checklist item', onlyWith: 'checklistItem' },
      {
        name: 'acceptsUpload',
        kind: 'flag',
        label: 'Applicants can upload a copy',
        isOnByDefault: true,
        onlyWith: 'checklistItem',
      },
    ],
  },
  decision: {
    title: 'Decision date',
    help: 'When applicants may expect a decision, in the receipt and after submission. Fill in one of the two.',
    entry: 'Date',
    isList: false,
    isText: false,
    isOptional: true,
    fields: [
      { name: 'days', kind: 'count', label: 'Days after each submission', isOptional: true },
      { name: 'day', kind: 'day', label: 'One day for all', isOptional: true },
    ],
  },
  help: {
    title: 'Help',
    help: 'Shown when applicants press Help.',
    entry: 'Paragraph',
    isList: true,
    isText: true,
    isOptional: false,
    fields: [{ name: 'text', kind: 'long', label: 'Text' }],
  },
};

/** The titles of settings, in the order of the page: 'Deadlines, Help'. */
export const titlesOf = (names: readonly string[]): string =>
  settingNames
    .filter((name) => names.includes(name))
    .map((name) => settingDescriptions[name].title)
    .join(', ');

/** 'Deadline 2, Minutes of grace': the place of a member as the console shows it. */
export function settingPlace([name = '', ...path]: readonly PropertyKey[]): string {
  const setting = settingNames.find((each) => each === name);
  if (setting === undefined) return [name, ...path].map(String).join(', ');
  const { title, entry, isList, fields } = settingDescriptions[setting];
  const [start, members] =
    isList && path.length > 0 ? [`${entry} ${Number(path[0]) + 1}`, path.slice(1)] : [title, path];
  const label = fields.find((field) => field.name === members[0])?.label;
  return label === undefined ? start : `${start}, ${label}`;
}
