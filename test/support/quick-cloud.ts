import type { LocalCloudOptions } from '../../scripts/local-cloud/index.ts';

/** Options of a local cloud that make tests faster and change no response. */
export const quickCloud = {
  /**
   * Account calls respond at whole steps of 600 ms, which test/runtime/constant-time.test.ts proves, and
   * functions read published settings every 15 seconds (test/store/settings.test.ts). Other tests need not
   * wait for either.
   */
  variables: { RESPONSE_STEP_MS: '1', SETTINGS_FRESH_MS: '100' },
  patience: 12,
  passwordCost: 16,
} as const satisfies Partial<LocalCloudOptions>;
