import type { ReindexReply } from '../../shared/api/applications.ts';
import { isNamed } from '../aws/cognito.ts';
import { type ListedUser, usersAfter } from '../aws/user-list.ts';
import { ApiError } from '../runtime/errors.ts';
import { applicantId } from '../runtime/ids.ts';
import { type Account, reindex } from '../store/reindex.ts';

/** Applications that are read at the same time. */
const atOnce = 20;

const accountOf = ({ applicant, email, created }: ListedUser): readonly Account[] =>
  applicant === undefined || email === undefined || created === undefined
    ? []
    : [{ sub: applicantId.parse(applicant), email, created }];

async function accountsAfter(place: string | undefined) {
  try {
    const { users, next } = await usersAfter(place);
    return { accounts: users.flatMap(accountOf), next };
  } catch (error) {
    if (place === undefined || !isNamed(error, ['InvalidParameterException'])) throw error;
    throw new ApiError(
      'invalid',
      'after: the user pool does not know this place, or no longer. Leave it out to begin again: nothing is written twice.',
    );
  }
}

interface Asked {
  readonly after?: string | undefined;
  readonly isWriting: boolean;
  readonly withPackages: boolean;
}

/**
 * Goes through the next accounts of the user pool, and adds to the lists, and to the pending packages, what
 * an earlier version of the product did not write about their applications.
 */
export async function reindexNext({ after, isWriting, withPackages }: Asked): Promise<ReindexReply> {
  const { accounts, next } = await accountsAfter(after);
  const gaps = [];
  for (let from = 0; from < accounts.length; from += atOnce) {
    const some = accounts.slice(from, from + atOnce);
    gaps.push(
      ...(await Promise.all(some.map((each) => reindex(each, { isWriting, withPackage: withPackages })))),
    );
  }
  return {
    accounts: accounts.length,
    applications: gaps.filter(({ entries }) => entries > 0).length,
    packages: gaps.filter(({ isPackageMissing }) => isPackageMissing).length,
    twins: gaps.flatMap(({ twin }) => twin ?? []),
    next,
  };
}
