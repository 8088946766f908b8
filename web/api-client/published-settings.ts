import { useSyncExternalStore } from 'react';
import { deviceLinkRoutes } from '../../shared/api/application-routes.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { withSettings } from '../../shared/partners/settings.ts';
import { settingsPollMs } from '../../shared/rules/limits.ts';
import { call } from './call.ts';
import { partnerOfFile } from './site-config.ts';

// The settings that the office publishes without a deployment. Pages are prerendered without them.

let version = -1;
let published: PartnerWithSettings | undefined;
const listeners = new Set<() => void>();

/** An older version comes from another edge location and is ignored. */
async function read(): Promise<void> {
  const found = await call(deviceLinkRoutes.getSettings, {});
  if (found.version <= version) return;
  version = found.version;
  published = withSettings(partnerOfFile(), found.settings);
  for (const listener of listeners) listener();
}

/** Reads the settings. */
export function readSettings(): void {
  read().catch(() => {
    // Read again after a while. Until then notices show what was read last, and the server decides.
  });
}

function readIfVisible(): void {
  if (!document.hidden) readSettings();
}

/** Reads the settings now, every 40 seconds, and when the page is looked at again. */
export function followSettings(): void {
  readIfVisible();
  setInterval(readIfVisible, settingsPollMs);
  document.addEventListener('visibilitychange', readIfVisible);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * The partner with the published settings; undefined until they are known. Deadlines and notices wait for
 * it, because those of the file may be outdated.
 */
export const usePublishedPartner = (): PartnerWithSettings | undefined =>
  useSyncExternalStore(
    subscribe,
    () => published,
    () => undefined,
  );

/** The partner with the published settings, and with those of the file until they are known. */
export const usePartner = (): PartnerWithSettings => usePublishedPartner() ?? partnerOfFile();
