import { log } from '../runtime/log.ts';

/**
 * Exports what was submitted, changed and deleted since the last night into the bucket of packages.
 * EventBridge calls it once a day.
 */
export async function handler(): Promise<object> {
  const { exportNight } = await import('../delivery/nightly-export.ts');
  const applications = await exportNight();
  log({ level: 'info', event: 'applications.exported', applications });
  return { applications };
}
