import { isDeepStrictEqual } from 'node:util';
import type { SettingsVersion } from '../../shared/api/console-replies.ts';
import { checkPartner, type PartnerFault } from '../../shared/partners/check-partner.ts';
import { type PartnerWithSettings, partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { settingNames } from '../../shared/partners/setting-names.ts';
import { settingPlace } from '../../shared/partners/setting-places.ts';
import { settingRisks } from '../../shared/partners/setting-risks.ts';
import { type SettingMembers, settingsIn, withSettings } from '../../shared/partners/settings.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerOfFile } from '../runtime/partner.ts';
import { readSettings } from '../store/settings.ts';
import { putVersion, readVersion, readVersions } from '../store/settings-versions.ts';
import type { StaffMember } from '../store/staff-sessions.ts';

type Change = { readonly set: SettingMembers } | { readonly undo_to: number };

interface Publication {
  /** The version that the person saw. */
  readonly base: number;
  readonly change: Change;
  readonly note: string;
  /** The ids of the risks that the person accepted. */
  readonly confirmed: readonly string[];
}

const publishedSince = () =>
  new ApiError('conflict', 'Someone else has published settings since you opened this page.', {
    details: { is_outdated: true },
  });

const undoTo = (change: Change) => ('undo_to' in change ? change.undo_to : undefined);

/** The settings of a version; those of 0 are the file's. */
async function settingsOf(version: number): Promise<SettingMembers> {
  if (version === 0) return {};
  const stored = await readVersion(version);
  if (stored === undefined) throw new ApiError('notFound', 'There is no such version.');
  return settingsIn(stored.settings);
}

/** The settings after a change. An undo restores all settings of a version. */
const settingsAfter = async (settings: SettingMembers, change: Change): Promise<SettingMembers> =>
  'undo_to' in change ? settingsOf(change.undo_to) : { ...settings, ...settingsIn(change.set) };

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
    stored.undo_to === undoTo(change) &&
    isDeepStrictEqual(stored.settings, await settingsAfter(await settingsOf(base), change));
  if (!isSame) throw publishedSince();
  return version;
}

/** Rejects what the build would reject in the partner's file, and names the place as the console shows it. */
function refuseFaults(after: PartnerWithSettings): void {
  const others = partnerIds.filter((id) => id !== after.id).map(partnerOf);
  const faults = checkPartner(after, others);
  const [first] = faults;
  if (first === undefined) return;
  throw new ApiError('invalid', sentence(first), {
    details: { faults: faults.map((fault) => ({ path: fault.path.join('.'), message: sentence(fault) })) },
  });
}

const sentence = ({ path, message }: PartnerFault): string => `${settingPlace(path)}: ${message}.`;

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
  const isPublished = await putVersion({ base, settings, note, undo_to: undoTo(change), changed }, member);
  return isPublished ? base + 1 : publishedEarlier(base + 1, publication, member);
}

const pageSize = 20;

/** A page of the versions before one, newest first, each with the settings that it changed. */
export async function listVersions(before = Number.POSITIVE_INFINITY) {
  const found = await readVersions(Math.min(before, 1_000_000), pageSize + 1);
  const partners = found.map(({ settings }) => withSettings(partnerOfFile(), settingsIn(settings)));
  const versions = found.slice(0, pageSize).map((each, place): SettingsVersion => {
    const { version, at, by, note, undo_to } = each;
    const [after, earlier] = [partners[place] ?? partnerOfFile(), partners[place + 1] ?? partnerOfFile()];
    const changes = differing(earlier, after).map((name) => ({
      ...{ name, before: earlier[name] ?? null, after: after[name] ?? null },
    }));
    return { version, at, by, note, ...(undo_to !== undefined && { undo_to }), changes };
  });
  const last = versions.at(-1)?.version;
  return { versions, ...(found.length > pageSize && last !== undefined && { next: last }) };
}
