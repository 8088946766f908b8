import * as v from 'valibot';
import { type SettingName, settingNames } from '../../shared/partners/setting-names.ts';
import type { SettingMembers } from '../../shared/partners/settings.ts';
import { type Entry, settingOf } from './setting-editors.ts';
import { useTabDraft } from './tab-data.ts';

const entry = v.object({
  key: v.string(),
  values: v.record(v.string(), v.string()),
  isRemoved: v.optional(v.boolean()),
});

const draftSchema = v.object({
  /** The version that the person began with. */
  base: v.number(),
  note: v.string(),
  forms: v.record(v.picklist(settingNames), v.array(entry)),
});

/** Typed settings that are not published yet. */
export interface Draft {
  readonly base: number;
  readonly note: string;
  /** The open forms. */
  readonly forms: Readonly<Partial<Record<SettingName, readonly Entry[]>>>;
}

/** The draft of this tab. */
export const useDraft = () => useTabDraft<Draft>('staff-settings', draftSchema);

/** The names of open forms, in the order of the page. */
export const openForms = ({ forms }: Draft): readonly SettingName[] =>
  settingNames.filter((name) => forms[name] !== undefined);

/** The settings of the open forms. */
export const settingsOfDraft = (draft: Draft): SettingMembers =>
  Object.fromEntries(openForms(draft).map((name) => [name, settingOf(name, draft.forms[name] ?? [])]));

export const withForm = (draft: Draft, name: SettingName, entries: readonly Entry[]): Draft => ({
  ...draft,
  forms: { ...draft.forms, [name]: entries },
});

export function withoutForm(draft: Draft, name: SettingName): Draft {
  const { [name]: _, ...forms } = draft.forms;
  return { ...draft, forms };
}
