/** A user error. Its message explains the fix; no stack trace is shown. */
export class LocalCloudError extends Error {
  override name = 'LocalCloudError';
}
