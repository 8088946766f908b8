import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deviceLinkRoutes } from '../../shared/api/application-routes.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { withSettings } from '../../shared/partners/settings.ts';
import { settingsPollMs } from '../../shared/rules/limits.ts';
import { call } from './call.ts';
import { partnerOfFile } from './site-config.ts';

// The settings that the office publishes without a deployment. Pages are prerendered without them.

interface Published {
  readonly version: number;
  readonly partner?: PartnerWithSettings;
}

const store = createStore<Published>(() => ({ version: -1 }));

/** Reads the settings. An older version comes from another edge location and is ignored. */
export function readSettings(): void {
  call(deviceLinkRoutes.getSettings, {}).then(
    ({ version, settings }) => {
      if (version > store.getState().version)
        store.setState({ version, partner: withSettings(partnerOfFile(), settings) });
    },
    () => {
      // Read again after a while. Until then notices show what was read last, and the server decides.
    },
  );
}

/** Reads the settings now, and every 40 seconds while the page is visible. */
export function followSettings(): void {
  readSettings();
  setInterval(() => document.hidden || readSettings(), settingsPollMs);
}

/**
 * The partner with the published settings; undefined until they are known. Deadlines and notices wait for
 * it, because those of the file may be outdated.
 */
export const usePublishedPartner = (): PartnerWithSettings | undefined =>
  useStore(store, ({ partner }) => partner);

/** The partner with the published settings, and with those of the file until they are known. */
export const usePartner = (): PartnerWithSettings => usePublishedPartner() ?? partnerOfFile();
