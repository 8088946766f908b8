import { log } from '../runtime/log.ts';

/** Counts the applications of the last year by week. EventBridge calls it once a day. */
export async function handler(): Promise<{ readonly applications: number }> {
  const { countWeeks } = await import('../use-cases/count-weeks.ts');
  const applications = await countWeeks();
  log({ level: 'info', event: 'applications.counted', applications });
  return { applications };
}
