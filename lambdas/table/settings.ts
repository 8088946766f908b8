import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { type Settings, settingsIn, withSettings } from '../../shared/partners/settings.ts';
import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { partnerOfFile } from '../runtime/partner.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { readItem } from './table.ts';

// The settings that the office publishes.

/**
 * Time for which an instance of a function uses what it read. Tests shorten it in their local cloud; the
 * variable is not set on AWS.
 */
const freshMs = Number(process.env.SETTINGS_FRESH_MS ?? 15_000);

/** A version of the settings. 0 is the partner's file. */
interface PublishedSettings {
  readonly version: number;
  readonly settings: Settings;
}

/** The partner with the settings of one version. */
interface PublishedPartner {
  readonly version: number;
  readonly partner: PartnerWithSettings;
}

/** Reads the current version. */
export async function readSettings({ ConsistentRead = false } = {}): Promise<PublishedSettings> {
  const found = await readItem(keys.currentSettings, items.currentSettings, { ConsistentRead });
  if (found === undefined) return { version: 0, settings: {} };
  const { version, settings } = found;
  return { version, settings: settingsIn(settings) };
}

let known: { readonly published: PublishedSettings; readonly until: number } | undefined;

/**
 * The current version, read again after 15 seconds. If that fails, the last known one stays in use. An
 * instance that never read one fails instead: the partner's file may name a deadline that was extended.
 */
async function currentSettings(): Promise<PublishedSettings> {
  if (known !== undefined && now() < known.until) return known.published;
  try {
    known = { published: await readSettings(), until: now() + freshMs };
  } catch (error) {
    if (known === undefined) throw error;
    log({ level: 'error', event: 'settings.failed', error: describeError(error) });
  }
  return known.published;
}

/** The partner with the current settings, and their version. */
export async function publishedPartner(): Promise<PublishedPartner> {
  const { version, settings } = await currentSettings();
  return { version, partner: withSettings(partnerOfFile(), settings) };
}

/** The partner with the current settings. */
export const currentPartner = async (): Promise<PartnerWithSettings> => (await publishedPartner()).partner;
