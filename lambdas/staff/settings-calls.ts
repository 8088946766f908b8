import { isDeepStrictEqual } from 'node:util';
import type { staffSettings } from '../../shared/api/console.ts';
import type { SettingsVersion } from '../../shared/api/console-replies.ts';
import { type PartnerFault, parsePartner } from '../../shared/partners/check-partner.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { settingNames, settingPlace } from '../../shared/partners/setting-descriptions.ts';
import { settingRisks } from '../../shared/partners/setting-risks.ts';
import { type SettingMembers, settingsIn, withSettings } from '../../shared/partners/settings.ts';
import type { Handlers } from '../http/request.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerOfFile } from '../runtime/partner.ts';
import { auditEntryIn, recordForOperators } from '../table/audit-log.ts';
import { absent, expression, same } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { everyRow, keys } from '../table/keys.ts';
import { addRowRebuild } from '../table/list-row.ts';
import { meetsConditions } from '../table/retry.ts';
import { readSettings } from '../table/settings.ts';
import type { StaffMember } from '../table/staff-sessions.ts';
import { queryPage, readItem, writes } from '../table/table.ts';

export const settingsCalls: Handlers<typeof staffSettings> = {
  async getSettings({ caller }) {
    await recordForOperators('settings-read', caller.operator, ['current']);
    return { body: await readSettings({ ConsistentRead: true }) };
  },

  async listVersions({ caller, query: { before } }) {
    await recordForOperators('settings-read', caller.operator, ['versions']);
    return { body: await listVersions(before === undefined ? undefined : Number(before)) };
  },

  async publishSettings({ caller, body }) {
    return { body: { version: await publishSettings(body, caller) } };
  },
};

type Change = { readonly set: SettingMembers } | { readonly restore: number };

interface Publication {
  /** The version that the person saw. */
  readonly base: number;
  readonly change: Change;
  readonly note: string;
  /** The ids of the risks that the person accepted. */
  readonly confirmed: readonly string[];
}

const publishedSince = () =>
  new ApiError(
    'conflict',
    'Someone else saved settings in the meantime. Reload, then make your change again.',
    {
      details: { is_outdated: true },
    },
  );

/** The settings of a version; those of 0 are the file's. */
async function settingsOf(version: number): Promise<SettingMembers> {
  if (version === 0) return {};
  const stored = await readVersion(version);
  if (stored === undefined) throw new ApiError('notFound', 'There is no such version.');
  return settingsIn(stored.settings);
}

/** The settings after a change. A restored version replaces all settings. */
const settingsAfter = async (settings: SettingMembers, change: Change): Promise<SettingMembers> =>
  'restore' in change ? settingsOf(change.restore) : { ...settings, ...settingsIn(change.set) };

/**
 * Returns a version that replaced `base` if it is this publication by this person: the response to an earlier
 * attempt was lost. Any other version is rejected.
 */
async function publishedEarlier(
  version: number,
  { base, change, note }: Publication,
  { subject }: StaffMember,
): Promise<number> {
  const stored = version === base + 1 ? await readVersion(version) : undefined;
  const isSame =
    stored?.author === subject &&
    stored.note === note &&
    isDeepStrictEqual(stored.settings, await settingsAfter(await settingsOf(base), change));
  if (!isSame) throw publishedSince();
  return version;
}

/**
 * Rejects what the build would reject in the partner's file. The message names the place as the console shows
 * it; the faults are for the fields themselves.
 */
function refuseFaults(after: PartnerWithSettings): void {
  const { faults } = parsePartner(after);
  const [first] = faults;
  if (first === undefined) return;
  throw new ApiError('invalid', `${settingPlace(first.path)}: ${first.message}.`, {
    details: { faults: faults.map(faultOfField) },
  });
}

const faultOfField = ({ path, message }: PartnerFault) => ({
  path: path.join('.'),
  message: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`,
});

const differing = (before: PartnerWithSettings, after: PartnerWithSettings) =>
  settingNames.filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** Publishes a version of the settings and returns its number. A repeated call returns the same number. */
export async function publishSettings(publication: Publication, member: StaffMember): Promise<number> {
  const { base, change, note, confirmed } = publication;
  const current = await readSettings({ ConsistentRead: true });
  if (current.version !== base) return publishedEarlier(current.version, publication, member);
  const settings = await settingsAfter(current.settings, change);
  const [before, after] = [
    withSettings(partnerOfFile(), current.settings),
    withSettings(partnerOfFile(), settings),
  ];
  refuseFaults(after);
  const changed = differing(before, after);
  if (changed.length === 0) throw new ApiError('invalid', 'Nothing differs from the current settings.');
  const risks = settingRisks({ before, after, now: now() });
  if (risks.some(({ id }) => !confirmed.includes(id)))
    throw new ApiError('conflict', 'Please confirm what this change does.', { details: { risks } });
  const restored = 'restore' in change ? change.restore : undefined;
  const isPublished = await putVersion({ base, settings, note, restored, changed }, member);
  return isPublished ? base + 1 : publishedEarlier(base + 1, publication, member);
}

const pageSize = 20;

/** A page of the versions before one, newest first, each with the names of the settings that it changed. */
export async function listVersions(before = Number.POSITIVE_INFINITY) {
  const found = await readVersions(Math.min(before, 1_000_000), pageSize + 1);
  const partners = found.map(({ settings }) => withSettings(partnerOfFile(), settingsIn(settings)));
  const versions = found.slice(0, pageSize).map((each, place): SettingsVersion => {
    const { version, at, by, note } = each;
    const [after, earlier] = [partners[place] ?? partnerOfFile(), partners[place + 1] ?? partnerOfFile()];
    return { version, at, by, note, changed: differing(earlier, after) };
  });
  const last = versions.at(-1)?.version;
  return { versions, ...(found.length > pageSize && last !== undefined && { next: last }) };
}

// Every published version of the settings. None is ever changed or deleted.

/** Reads a version; undefined if there is none. */
const readVersion = (version: number): Promise<items.SettingsVersion | undefined> =>
  readItem(keys.settingsVersion(version), items.settingsVersion);

/** Reads the newest versions below a number, newest first. */
async function readVersions(before: number, limit: number): Promise<readonly items.SettingsVersion[]> {
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
  const entry = await auditEntryIn(keys.operatorLog, 'settings-published', { ...operator, names });
  return meetsConditions([
    writes.put(current, { if: base === 0 ? absent : same({ version: base }) }),
    writes.put(stored, { if: absent }),
    entry,
    // The rows of the console's list have the checklist items.
    ...(changed.includes('nextSteps') ? [addRowRebuild(everyRow, String(version))] : []),
  ]);
}
