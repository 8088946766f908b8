/** A mistake that the person at the keyboard can correct. Its message says how; no stack trace is shown. */
export class LocalCloudError extends Error {
  override name = 'LocalCloudError';
}
