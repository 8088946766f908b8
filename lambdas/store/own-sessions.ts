import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { beginOf, endOf, hashOf, revokeSession } from './sessions.ts';
import { ofPartition, queryPage, TableName, table } from './table.ts';

// Applicants' view of their own sessions. The ids that leave the server are prefixes of hashes: they identify
// a session of this applicant but grant no access.

const idLength = 16;

/**
 * Maximum sessions of one applicant that are read, and that are listed. Applicants have fewer open browsers.
 */
const maxRead = 100;
const maxListed = 20;

export interface OwnSession {
  readonly id: string;
  /** Description of the browser; '' for a session that an earlier version opened. */
  readonly browser: string;
  /** Milliseconds since 1970. */
  readonly began: number;
  readonly lastUsed: number;
  readonly isCurrent: boolean;
}

async function hashesOf(sub: ApplicantId) {
  const { items: found, hasMore } = await queryPage({
    ...ofPartition(keys.sessionsOf(sub)),
    ConsistentRead: true,
    Limit: maxRead,
  });
  return {
    listed: found.map((item) => ({ hash: String(item.sk), ...items.listedSession.parse(item) })),
    hasMore,
  };
}

/** Returns a session; undefined if it has ended. */
async function openSessionOf(hash: string) {
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: keys.session(hash), ConsistentRead: true }),
  );
  const session = Item === undefined ? undefined : items.session.parse(Item);
  return session === undefined || now() > endOf(session).at ? undefined : session;
}

/**
 * Lists an applicant's open sessions: the current one first, then by last use. `hasMore` is true if there may
 * be more.
 */
export async function listSessions(
  sub: ApplicantId,
  current: string,
): Promise<{ readonly sessions: readonly OwnSession[]; readonly hasMore: boolean }> {
  const { listed, hasMore } = await hashesOf(sub);
  const read = await Promise.all(
    listed.map(async ({ hash, browser }) => ({ hash, browser, session: await openSessionOf(hash) })),
  );
  const open = read
    .flatMap(({ hash, browser = '', session }) =>
      session === undefined
        ? []
        : {
            id: hash.slice(0, idLength),
            browser,
            began: beginOf(session),
            lastUsed: session.last_seen,
            isCurrent: hash === hashOf(current),
          },
    )
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.lastUsed - one.lastUsed);
  return { sessions: open.slice(0, maxListed), hasMore: hasMore || open.length > maxListed };
}

/** Ends one session of an applicant by its id in the list; false if it is no longer listed. */
export async function endListedSession(sub: ApplicantId, id: string): Promise<boolean> {
  const { listed } = await hashesOf(sub);
  const found = listed.find(({ hash }) => hash.slice(0, idLength) === id);
  if (found !== undefined) await revokeSession(found.hash, sub, 'session-ended');
  return found !== undefined;
}
