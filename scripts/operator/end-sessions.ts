import { endStaffSessionsReply, revokeSessionsReply } from '../../shared/api/operator.ts';
import { OptionError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type TargetOptions, targetOf } from './target.ts';

interface Options extends TargetOptions {
  readonly user?: string | undefined;
  readonly staff?: string | undefined;
}

/** Ends all sessions of an applicant, or of a person of the staff, immediately. */
export async function revokeSessions({ user, staff, ...choice }: Options): Promise<void> {
  if ((user === undefined) === (staff === undefined)) throw new OptionError('Give either --user or --staff.');
  const target = await targetOf(choice);
  if (user !== undefined) {
    const { ended } = await invokeOperator(target, { command: 'end-sessions', user }, revokeSessionsReply);
    console.log(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.toLowerCase()}.`);
  }
  if (staff !== undefined) {
    await invokeOperator(target, { command: 'end-staff-sessions', staff }, endStaffSessionsReply);
    console.log(`Ended all sessions of ${staff} in the console.`);
  }
}
