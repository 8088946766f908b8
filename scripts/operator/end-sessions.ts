import { parseArgs } from 'node:util';
import { endSessionsReply } from '../../shared/api/operator.ts';
import { UsageError } from '../local-cloud/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { targetOf, targetOptions } from './target.ts';

const usage = 'Usage: npm run end-sessions -- --user <email> [--data .local] [--port 4600] | --stage <name>';

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { user: { type: 'string' }, ...targetOptions },
    });
    const { user } = values;
    if (user === undefined) throw new Error('Whose?');
    return { ...values, user };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** `npm run end-sessions`: logs an applicant out everywhere, at once (docs/decisions/002). */
export async function endSessions(args: readonly string[]): Promise<void> {
  const { user, ...choice } = readOptions(args);
  const { ended } = await invokeOperator(
    await targetOf(choice),
    { command: 'end-sessions', user },
    endSessionsReply,
  );
  console.log(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.toLowerCase()}.`);
}
