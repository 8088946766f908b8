/**
 * Variables for functions of a local cloud. Account calls respond at whole steps of 600 ms, which test/runtime/alike-time.test.ts proves;
 * other tests need not wait for it.
 */
export const quickResponses = { RESPONSE_STEP_MS: '1' };
