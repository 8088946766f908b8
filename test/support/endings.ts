import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { type EndingsCommand, endingsFunction } from '../../shared/api/endings.ts';
import { sendCommand } from './operator.ts';

type Reply = Readonly<Record<string, unknown>>;

/** Invokes the function of endings as `npm run erase` does. A function that failed says so as `state`. */
export async function runEndings(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  command: EndingsCommand,
): Promise<Reply> {
  const { failed, text } = await sendCommand(cloud, endingsFunction('dev'), command);
  return failed ? { state: 'failed', at: 'its function', text } : JSON.parse(text);
}
