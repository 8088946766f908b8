import type { PartnerWithSettings } from './partner.ts';
import { type SettingName, settingNames } from './setting-descriptions.ts';

/** Published settings. A missing member is as in the partner's file; null removes an optional one. */
export type Settings = { readonly [Name in SettingName]?: PartnerWithSettings[Name] | null };

/** Members by name, as they are stored and sent. Settings are checked before they are published. */
export type SettingMembers = Readonly<Record<string, unknown>>;

/** The settings among some members. A later version may have published others. */
export const settingsIn = (members: SettingMembers): Settings =>
  Object.fromEntries(settingNames.flatMap((name) => (name in members ? [[name, members[name]]] : [])));

/** The partner of a file with published settings in place of the file's. */
export const withSettings = (file: PartnerWithSettings, settings: SettingMembers): PartnerWithSettings =>
  Object.fromEntries(
    Object.entries({ ...file, ...settings }).filter(([, value]) => value !== null),
  ) as PartnerWithSettings;
