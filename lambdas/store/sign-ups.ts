import type * as z from 'zod/mini';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { expression, set } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isUpdated, readItem, update } from './table.ts';

type SignUps = z.output<typeof items.signUps>;
type Outcome = NonNullable<SignUps['outcome']>;

/** Longer than any request that started before the account was confirmed. */
const keptSeconds = 86_400;

/** Records the sign-up that created an account and set its password in the user pool. */
export async function recordFirstSignUp(sub: ApplicantId, id: string): Promise<void> {
  await update(keys.signUps(sub), set({ first_id: id }));
}

/** Records another sign-up for an unconfirmed account; false if the account is already confirmed. */
export const recordFurtherSignUp = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(keys.signUps(sub), set({ several: true }), { if: isOpen });

export const readSignUps = async (sub: ApplicantId): Promise<SignUps> =>
  (await readItem(keys.signUps(sub), items.signUps)) ?? {};

/** True until the account's password is either kept or replaced. */
export const isUndecided = ({ outcome }: SignUps): boolean =>
  outcome === undefined || outcome === 'replacing';

const isOpen = expression`attribute_not_exists(outcome)`;
const ending = (outcome: Outcome) => set({ outcome, expires_at: seconds(now()) + keptSeconds });

/**
 * Keeps the password of an account if there was only one sign-up, or if the first one confirms. Returns true
 * if it keeps it.
 */
export function keepPassword(sub: ApplicantId, signUp: string | undefined): Promise<boolean> {
  const isOnly = expression`attribute_not_exists(several)`;
  const mayKeep = signUp === undefined ? isOnly : expression`(${isOnly} OR first_id = ${signUp})`;
  return isUpdated(keys.signUps(sub), ending('kept'), { if: expression`${isOpen} AND ${mayKeep}` });
}

/** Blocks log-ins until the password is replaced. False if the decision was already made. */
export const beginPasswordReplacement = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(keys.signUps(sub), set({ outcome: 'replacing' }), {
    if: expression`${isOpen} OR outcome = ${'replacing'}`,
  });

/** Records that the password is random, or was chosen by the owner of the mailbox. */
export async function recordPasswordReplaced(sub: ApplicantId): Promise<void> {
  await update(keys.signUps(sub), ending('replaced'), {
    if: expression`attribute_exists(several) AND (${isOpen} OR outcome <> ${'kept'})`,
  });
}
