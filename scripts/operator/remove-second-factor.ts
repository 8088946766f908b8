import { removeSecondFactorReply } from '../../shared/api/operator.ts';
import { invokeOperator } from './ask.ts';
import { type TargetOptions, targetOf } from './target.ts';

/** Removes the second factor of an applicant who has lost the phone and the recovery codes. */
export async function removeSecondFactor({
  user,
  purpose,
  ...choice
}: TargetOptions & { readonly user: string; readonly purpose: string }): Promise<void> {
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
