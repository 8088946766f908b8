import type { LocalCloudOptions } from '../../scripts/local-cloud/index.ts';

/** Options of a local cloud that make tests faster and change no response. */
export const quickCloud = {
  /**
   * Account calls respond at whole steps of 600 ms, which test/runtime/constant-time.test.ts proves; other
   * tests need not wait for it.
   */
  variables: { RESPONSE_STEP_MS: '1' },
  patience: 12,
  passwordCost: 16,
} as const satisfies Partial<LocalCloudOptions>;
