import { visitorRoutes } from '../../shared/api/application-routes.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { withSettings } from '../../shared/partners/settings.ts';
import { settingsPollMs } from '../../shared/rules/limits.ts';
import { createValue } from '../value.ts';
import { call } from './call.ts';
import { partnerOfFile } from './site-config.ts';

// The settings that the office publishes without a deployment. Pages are prerendered without them.

interface Published {
  readonly version: number;
  readonly partner?: PartnerWithSettings;
}

const store = createValue<Published>({ version: -1 });

/** Reads the settings. An older version comes from another edge location and is ignored. */
export function readSettings(): void {
  call(visitorRoutes.getSettings, {}).then(
    ({ version, settings }) => {
      if (version > store.get().version)
        store.set({ version, partner: withSettings(partnerOfFile(), settings) });
    },
    () => {
      // Read again after a while. Until then notices show what was read last, and the server decides.
    },
  );
}

const dayMs = 86_400_000;
/** Loads on demand, because the first view reads no deadline. */
async function isDeadlineNear(): Promise<boolean> {
  try {
    const { deadlinesOf } = await import('../../shared/partners/deadlines.ts');
    const deadlines = deadlinesOf(store.get().partner ?? partnerOfFile());
    return deadlines.some(({ ends }) => Math.abs(ends - Date.now()) < dayMs);
  } catch {
    return false;
  }
}

/**
 * Reads the settings now, when the applicant returns to the tab, and every ten minutes while the page is
 * visible. Within a day of a deadline, the office may move it, so they are read every 40 seconds.
 */
export function followSettings(): void {
  let readAt = Number.NEGATIVE_INFINITY;
  const readAfter = (waitMs: number) => {
    if (document.hidden || Date.now() < readAt + waitMs) return;
    readAt = Date.now();
    readSettings();
  };
  readAfter(0);
  setInterval(
    async () => readAfter((await isDeadlineNear()) ? settingsPollMs.nearDeadline : settingsPollMs.otherwise),
    settingsPollMs.nearDeadline,
  );
  document.addEventListener('visibilitychange', () => readAfter(settingsPollMs.nearDeadline));
}

/**
 * The partner with the published settings; undefined until they are known. Deadlines and notices wait for
 * it, because those of the file may be outdated.
 */
export const usePublishedPartner = (): PartnerWithSettings | undefined => store.use(({ partner }) => partner);

/** The partner with the published settings, and with those of the file until they are known. */
export const usePartner = (): PartnerWithSettings => usePublishedPartner() ?? partnerOfFile();
