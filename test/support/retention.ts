import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { type RetentionCommand, retentionFunction } from '../../shared/api/retention.ts';
import { sendCommand } from './operator.ts';

type Reply = Readonly<Record<string, unknown>>;

/**
 * Invokes the retention function as `npx matricula privacy delete` does. A function that failed says so as
 * `state`.
 */
export async function runRetention(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  command: RetentionCommand,
): Promise<Reply> {
  const { failed, text } = await sendCommand(cloud, retentionFunction('dev'), command);
  return failed ? { state: 'failed', at: 'its function', text } : JSON.parse(text);
}
