import { parseArgs } from 'node:util';
import { endSessionsReply } from '../../shared/api/operator.ts';
import { readOptions } from '../command-line/options.ts';
import { invokeOperator } from './ask.ts';
import { targetOf, targetOptions } from './target.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('end-sessions', () => {
    const { values } = parseArgs({
      args: [...args],
      options: { user: { type: 'string' }, ...targetOptions },
    });
    const { user } = values;
    if (user === undefined) throw new Error("--user is required: the applicant's email address.");
    return { ...values, user };
  });

/** `npm run end-sessions`: immediately logs an applicant out on every device. */
export async function endSessions(args: readonly string[]): Promise<void> {
  const { user, ...choice } = optionsIn(args);
  const { ended } = await invokeOperator(
    await targetOf(choice),
    { command: 'end-sessions', user },
    endSessionsReply,
  );
  console.log(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.toLowerCase()}.`);
}
