import type { SettingMembers } from '../../shared/partners/settings.ts';
import { now } from '../runtime/clock.ts';
import { operatorsEntry } from './audit-log.ts';
import { absent, expression, same } from './expression.ts';
import * as items from './items.ts';
import { everyRow, keys } from './keys.ts';
import { meetsConditions } from './retry.ts';
import { addRowRebuild } from './row-rebuilds.ts';
import type { StaffMember } from './staff-sessions.ts';
import { queryPage, readItem, writes } from './table.ts';

// Every published version of the settings. None is ever changed or deleted.

/** Reads a version; undefined if there is none. */
export const readVersion = (version: number): Promise<items.SettingsVersion | undefined> =>
  readItem(keys.settingsVersion(version), items.settingsVersion);

/** Reads the newest versions below a number, newest first. */
export async function readVersions(before: number, limit: number): Promise<readonly items.SettingsVersion[]> {
  const { pk, sk } = keys.settingsVersion(before);
  const where = expression`sk < ${sk}`;
  const { items: found } = await queryPage(pk, { where, isNewestFirst: true, limit });
  return found.map((item) => items.settingsVersion.parse(item));
}

interface NewVersion {
  /** The version that it replaces. */
  readonly base: number;
  readonly settings: SettingMembers;
  readonly note: string;
  /** The version whose settings it restores. */
  readonly restored: number | undefined;
  /** The names of the changed settings. */
  readonly changed: readonly string[];
}

/**
 * Publishes the version after `base` in one transaction with its audit event. False if another version was
 * published since.
 */
export async function putVersion(
  { base, settings, note, restored, changed }: NewVersion,
  { name, subject, operator }: StaffMember,
): Promise<boolean> {
  const version = base + 1;
  const current = { ...keys.currentSettings, version, settings };
  const stored = {
    ...{ ...keys.settingsVersion(version), version, settings, note },
    ...{ at: new Date(now()).toISOString(), by: name, author: subject },
  };
  const names = [
    `version=${version}`,
    ...(restored === undefined ? [] : [`restored=${restored}`]),
    ...changed,
  ];
  const entry = await operatorsEntry('settings-published', { ...operator, names });
  return meetsConditions([
    writes.put(current, { if: base === 0 ? absent : same({ version: base }) }),
    writes.put(stored, { if: absent }),
    entry,
    // The rows of the console's list have the checklist items.
    ...(changed.includes('nextSteps') ? [addRowRebuild(everyRow, String(version))] : []),
  ]);
}
