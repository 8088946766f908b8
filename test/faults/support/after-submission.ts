import { expectKept } from './promises.ts';
import { password, type Scene, usernameOf } from './world.ts';

// The withdrawal of a submitted application.

export async function withdraw({ world, applicant, tab }: Scene): Promise<void> {
  const register = applicant.facts.register('withdrawal');
  const call = { isSeen: false };
  const write = register.begin({ value: true, start: world.step(), order: undefined, call });
  const body = { current_password: password };
  const { outcome, end } = await world.call(applicant, tab, ['applicant', 'withdraw'], { body });
  register.end(write, { outcome, end, revision: undefined });
}

export async function reinstate({ world, applicant }: Scene): Promise<void> {
  const register = applicant.facts.register('withdrawal');
  const call = { isSeen: false };
  const write = register.begin({ value: undefined, start: world.step(), order: undefined, call });
  const outcome = await world.cloud.reinstate({ username: usernameOf(applicant.name) });
  register.end(write, { outcome, end: world.step(), revision: undefined });
}

/** Reads the withdrawal of a submitted application, and compares it with the replies. */
export async function readAfterSubmission({ world, applicant, tab }: Scene): Promise<void> {
  const { facts } = applicant;
  if (facts.submittedAt === undefined) return;
  const progress = await world.call(applicant, tab, ['applicant', 'getProgress']);
  if (progress.outcome !== 'acknowledged') return;
  const register = facts.register('withdrawal');
  const isWithdrawn = progress.reply.body.withdrawn_at !== '' || undefined;
  register.see(isWithdrawn);
  expectKept(
    'withdrawn',
    register.allows(isWithdrawn, progress),
    () => `Withdrawn: ${isWithdrawn}\n${register.describe()}`,
  );
}
