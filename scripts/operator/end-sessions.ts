import { revokeSessionsReply } from '../../shared/api/operator.ts';
import { invokeOperator } from './ask.ts';
import { type TargetOptions, targetOf } from './target.ts';

/** Logs an applicant out on every device immediately. */
export async function revokeSessions({
  user,
  ...choice
}: TargetOptions & { readonly user: string }): Promise<void> {
  const { ended } = await invokeOperator(
    await targetOf(choice),
    { command: 'end-sessions', user },
    revokeSessionsReply,
  );
  console.log(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.toLowerCase()}.`);
}
