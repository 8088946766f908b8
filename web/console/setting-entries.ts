import * as v from 'valibot';
import {
  type SettingField,
  type SettingName,
  settingDescriptions,
} from '../../shared/partners/setting-descriptions.ts';

// Settings as typed text. Each is a list of entries; a setting with one value is a list of one.

export const entrySchema = v.object({ key: v.string(), values: v.record(v.string(), v.string()) });
/** Typed values by the names of fields. A flag is 'yes' or ''. The key of a stored entry has its place. */
export type Entry = v.InferOutput<typeof entrySchema>;

type Values = Entry['values'];
type Members = Readonly<Record<string, unknown>>;

function textOf({ kind, isOnByDefault = false }: SettingField, value: unknown): string {
  if (kind === 'flag') return (value ?? isOnByDefault) === true ? 'yes' : '';
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

function valuesOf(name: SettingName, value: unknown): Values {
  const { isText, fields } = settingDescriptions[name];
  const members = isText ? { text: value } : (value as Members);
  return Object.fromEntries(fields.map((field) => [field.name, textOf(field, members[field.name])]));
}

/** The entries of a setting. */
export function entriesOf(name: SettingName, value: unknown): readonly Entry[] {
  if (value === undefined || value === null) return [];
  const all = settingDescriptions[name].isList ? (value as readonly unknown[]) : [value];
  return all.map((each, place) => ({ key: `${name}-${place}`, values: valuesOf(name, each) }));
}

/** The values of a new entry. */
export const newEntry = (name: SettingName): Entry => ({
  key: crypto.randomUUID(),
  values: valuesOf(name, settingDescriptions[name].isText ? '' : {}),
});

export const isShown = ({ kind, onlyWith }: SettingField, values: Values): boolean =>
  kind !== 'hidden' && (onlyWith === undefined || Boolean(values[onlyWith]?.trim()));

/** The member of a typed value; undefined if it is not stored. */
function memberOf({ kind, isOptional = false, isOnByDefault = false }: SettingField, typed: string): unknown {
  const text = typed.trim();
  if (kind === 'days') return text.split(/[\s,;]+/).flatMap((day) => (day === '' ? [] : [Number(day)]));
  if (kind === 'flag') return (text === 'yes') === isOnByDefault ? undefined : !isOnByDefault;
  if (text === '') return isOptional || kind === 'choice' ? undefined : '';
  return kind === 'count' ? Number(text) : text;
}

function membersOf(name: SettingName, values: Values): Members {
  const members = settingDescriptions[name].fields
    .filter((field) => isShown(field, values))
    .map((field) => [field.name, memberOf(field, values[field.name] ?? '')] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** An id for a new entry: 'Early decision' becomes 'early-decision', and the next one 'early-decision-2'. */
function newId(label: string, taken: readonly string[]): string {
  const slug = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 36)
    .replace(/-$/, '');
  const id = slug || 'deadline';
  let number = 2;
  while (taken.includes(`${id}-${number}`)) number += 1;
  return taken.includes(id) ? `${id}-${number}` : id;
}

/** Adds the hidden ids. Stored entries keep theirs. */
function withIds(entries: readonly Entry[]): readonly Values[] {
  const taken = entries.map(({ values }) => values.id ?? '');
  return entries.map(({ values }) => {
    const id = values.id || newId(values.label ?? '', taken);
    taken.push(id);
    return { ...values, id };
  });
}

/** The setting of typed entries; null if there are none and it may be absent. */
export function settingOf(name: SettingName, entries: readonly Entry[]): unknown {
  const { isList, isText, isOptional, fields } = settingDescriptions[name];
  if (entries.length === 0 && isOptional) return null;
  const hasIds = fields.some(({ kind }) => kind === 'hidden');
  const all = (hasIds ? withIds(entries) : entries.map(({ values }) => values)).map((values) => {
    if (isText) return (values.text ?? '').trim();
    return { ...(hasIds && { id: values.id }), ...membersOf(name, values) };
  });
  return isList ? all : all[0];
}

/** The path of a field in the settings, as the server's errors name it. */
export function fieldPath(name: SettingName, place: number, field: string): string {
  const { isList, isText } = settingDescriptions[name];
  return [name, ...(isList ? [place] : []), ...(isText ? [] : [field])].join('.');
}
