import type { Option } from '../../shared/form/index.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import type { SettingName } from '../../shared/partners/setting-names.ts';
import { fieldLabels } from '../../shared/partners/setting-places.ts';
import { audienceNames } from '../../shared/partners/step-audiences.ts';
import { linkNames } from '../../shared/partners/step-codes.ts';

// The settings as forms. Each is a list of entries; a setting with one value is a list of one.

/** `off` is a check box for a member that is true unless it is false. */
type Kind = 'text' | 'long' | 'time' | 'day' | 'count' | 'days' | 'flag' | 'off' | 'choice' | 'hidden';

export interface Field {
  /** The member of the setting. */
  readonly name: string;
  readonly kind: Kind;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly options?: (partner: PartnerWithSettings) => readonly Option[];
  /** The label where the value is only read. An `off` field is read as its opposite. */
  readonly readAs?: string;
  /** Shown only if another field has this value, or any. */
  readonly when?: { readonly name: string; readonly is?: string };
}

/** `records` and `record` have members; `texts` and `text` are texts alone. */
type Shape = 'records' | 'texts' | 'record' | 'text';

export interface Editor {
  readonly shape: Shape;
  readonly entry: string;
  readonly about: string;
  readonly fields: readonly Field[];
  /** The values of a new entry. */
  readonly fresh?: Readonly<Record<string, string>>;
  /** True if the setting may be absent. */
  readonly isOptional: boolean;
}

/** Typed values by the names of fields. `key` stays the same while entries move. */
export interface Entry {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
  readonly isRemoved?: boolean | undefined;
}

const field = (name: string, kind: Kind, more: Partial<Field> = {}): Field => ({
  ...{ name, kind, label: fieldLabels[name] ?? name },
  ...more,
});

const audienceWords: Readonly<Record<(typeof audienceNames)[number], string>> = {
  testScores: 'Applicants who send test scores',
};

const audiences = (): readonly Option[] => [
  ['', 'All applicants'],
  ...audienceNames.map((name) => [name, audienceWords[name]] as const),
];

const links = ({ links }: PartnerWithSettings): readonly Option[] => [
  ['', 'None'],
  ...linkNames.map((name) => [name, links[name].label] as const),
];

/** A member that has a meaning only for a step with a checklist item. */
const ofItem = { isOptional: true, when: { name: 'checklistItem' } } as const;

export const editors: Readonly<Record<SettingName, Editor>> = {
  deadlines: {
    shape: 'records',
    entry: 'Deadline',
    about: 'Until when applicants can submit. After the last one, they can only save.',
    isOptional: true,
    fresh: { graceMinutes: '0' },
    fields: [
      field('id', 'hidden'),
      field('label', 'text'),
      field('at', 'time', { hint: 'The last minute that is in time' }),
      field('graceMinutes', 'count', { hint: 'Later submissions are accepted and marked late' }),
      field('warnDays', 'days', {
        isOptional: true,
        hint: 'Up to two, such as 7, 1. To applicants with drafts',
      }),
    ],
  },
  maintenance: {
    shape: 'records',
    entry: 'Notice',
    about: 'Every page shows it from a week before until it ends, with both times.',
    isOptional: true,
    fields: [field('from', 'time'), field('to', 'time'), field('text', 'long')],
  },
  dateBanner: {
    shape: 'record',
    entry: 'Banner',
    about: 'News on the pages of the form, from its first to its last day.',
    isOptional: true,
    fields: [field('from', 'day'), field('to', 'day'), field('text', 'long')],
  },
  beforeYouStart: {
    shape: 'text',
    entry: 'Text',
    about: 'Shown before the start: how long the form takes, and what to have ready.',
    isOptional: false,
    fields: [field('text', 'long')],
  },
  nextSteps: {
    shape: 'records',
    entry: 'Step',
    about: 'Shown after submission and in the receipt. Applicants who have submitted see changes too.',
    isOptional: false,
    fields: [
      field('title', 'text'),
      field('text', 'long', {
        hint: 'Insert {collegeBoard}, {act}, {fafsa} or {decisionDay} for the code or day',
      }),
      field('for', 'choice', { options: audiences, isOptional: true }),
      field('link', 'choice', { options: links, isOptional: true }),
      field('checklistItem', 'text', {
        isOptional: true,
        hint: 'Such as transcript, if staff mark it as received. Do not change one in use',
      }),
      field('isOptional', 'flag', { ...ofItem, label: 'Optional checklist item' }),
      field('acceptsUpload', 'off', { ...ofItem, readAs: 'Applicants can upload a copy' }),
    ],
  },
  decision: {
    shape: 'record',
    entry: 'Date',
    about: 'When applicants may expect a decision, in the receipt and after submission.',
    isOptional: true,
    fresh: { kind: 'days' },
    fields: [
      field('kind', 'choice', {
        label: 'Counted',
        options: () => [
          ['days', 'In days after each submission'],
          ['day', 'One day for all'],
        ],
      }),
      field('days', 'count', { when: { name: 'kind', is: 'days' } }),
      field('day', 'day', { when: { name: 'kind', is: 'day' } }),
    ],
  },
  help: {
    shape: 'texts',
    entry: 'Paragraph',
    about: 'In the dialog behind "Help" at the end of each page.',
    isOptional: false,
    fields: [field('text', 'long')],
  },
};

const textOf = (value: unknown): string => {
  if (value === undefined || value === null || value === false) return '';
  if (value === true) return 'yes';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

type Members = Readonly<Record<string, unknown>>;

const valuesOf = ({ fields, shape }: Editor, value: unknown): Entry['values'] => {
  if (shape === 'text' || shape === 'texts') return { text: textOf(value) };
  const members = value as Members;
  const values = Object.fromEntries(
    fields.map(({ name, kind }) => [name, textOf(kind === 'off' ? members[name] === false : members[name])]),
  );
  return 'kind' in values ? { ...values, kind: 'day' in members ? 'day' : 'days' } : values;
};

/** The entries of a setting's form. */
export function entriesOf(name: SettingName, value: unknown): readonly Entry[] {
  if (value === undefined || value === null) return [];
  const editor = editors[name];
  const isList = editor.shape === 'records' || editor.shape === 'texts';
  const all: readonly unknown[] = isList ? (value as readonly unknown[]) : [value];
  return all.map((each, place) => ({ key: `${name}-${place}`, values: valuesOf(editor, each) }));
}

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const converted: Readonly<Record<Kind, (text: string) => unknown>> = {
  text: (text) => text.trim(),
  long: (text) => text.trim(),
  time: (text) => text,
  day: (text) => text,
  count: numberOf,
  days: (text) => text.split(/[\s,;]+/).flatMap((day) => (day === '' ? [] : [Number(day)])),
  flag: (text) => text === 'yes',
  off: (text) => text !== 'yes',
  choice: (text) => text,
  hidden: (text) => text,
};

/** An id for a new entry: 'Early decision' becomes 'early-decision'. */
const slug = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40) || 'deadline';

export const isShown = ({ when }: Field, values: Entry['values']): boolean =>
  when === undefined ||
  (when.is === undefined ? Boolean(values[when.name]?.trim()) : values[when.name] === when.is);

function membersOf({ fields }: Editor, values: Entry['values']): Members {
  const shown = fields.filter((each) => isShown(each, values) && each.name !== 'kind');
  const members = shown.map(({ name, kind, isOptional = false }) => {
    const text = values[name] ?? '';
    if (kind === 'hidden') return [name, text || slug(values.label ?? '')];
    return isOptional && kind !== 'days' && text.trim() === ''
      ? [name, undefined]
      : [name, converted[kind](text)];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

export const keptEntries = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ isRemoved }) => !isRemoved);

/** The setting of a form's entries; null if an optional one has none. */
export function settingOf(name: SettingName, entries: readonly Entry[]): unknown {
  const editor = editors[name];
  const values = keptEntries(entries).map((entry) => entry.values);
  if (values.length === 0 && editor.isOptional) return null;
  switch (editor.shape) {
    case 'text':
      return values[0]?.text?.trim() ?? '';
    case 'texts':
      return values.map(({ text = '' }) => text.trim());
    case 'record':
      return values[0] && membersOf(editor, values[0]);
    case 'records':
      return values.map((each) => membersOf(editor, each));
  }
}

/** The path of a field in the partner, which errors name. */
export const fieldPath = (
  name: SettingName,
  place: number,
  fieldName: string,
): readonly (string | number)[] =>
  ({ text: [name], texts: [name, place], record: [name, fieldName], records: [name, place, fieldName] })[
    editors[name].shape
  ];

export const fieldId = (path: readonly PropertyKey[]): string => ['setting', ...path.map(String)].join('-');
