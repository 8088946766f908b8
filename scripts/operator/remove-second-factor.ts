import { parseArgs } from 'node:util';
import { removeSecondFactorReply } from '../../shared/api/operator.ts';
import { readOptions } from '../command-line/options.ts';
import { invokeOperator } from './ask.ts';
import { targetOf, targetOptions } from './target.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('remove-second-factor', () => {
    const { values } = parseArgs({
      args: [...args],
      options: { user: { type: 'string' }, purpose: { type: 'string' }, ...targetOptions },
    });
    const { user, purpose } = values;
    if (user === undefined) throw new Error("--user is required: the applicant's email address.");
    if (!purpose?.trim())
      throw new Error('--purpose is required: what was lost and what proof you saw. The audit log keeps it.');
    return { ...values, user, purpose };
  });

/** `npm run remove-second-factor`: for an applicant who has lost the phone and the recovery codes. */
export async function removeSecondFactor(args: readonly string[]): Promise<void> {
  const { user, purpose, ...choice } = optionsIn(args);
  const { mailed } = await invokeOperator(
    await targetOf(choice),
    { command: 'remove-second-factor', user, purpose },
    removeSecondFactorReply,
  );
  console.log(`${user.toLowerCase()} logs in with the password alone, and is logged out everywhere.`);
  console.log(
    mailed ? 'An email tells the applicant.' : 'The email could not be sent: tell the applicant yourself.',
  );
}
