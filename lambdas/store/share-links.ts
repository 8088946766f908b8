import { randomBytes } from 'node:crypto';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { shareLinkDays, shareLinkLimits } from '../../shared/rules/share-links.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { AuditEvent } from './audit-event.ts';
import { auditEntry } from './audit-log.ts';
import type { Write } from './change.ts';
import * as items from './items/share-links.ts';
import { keys, parts } from './keys.ts';
import { retryUntilDone, writeThrough } from './retry.ts';
import { failedConditions, meetsCondition, TableName, table } from './table.ts';

// Links that show an application to other people. They are in the application's partition, so a deletion of
// the application ends them, and a link needs no other permission than the application's own function has.

const dayMs = 86_400_000;
/** Revoked and expired links are kept as long, because they count toward the limits. */
const countedDays = 30;

export type ShareLink = items.ShareLink & { readonly id: string };

const keyOf = (sub: ApplicantId) => ({ pk: keys.application(sub), sk: parts.shareLinks });

const none: items.ShareLinks = { links: {}, rev: 0 };

async function read(sub: ApplicantId): Promise<items.ShareLinks> {
  const { Item } = await table.send(new GetCommand({ TableName, Key: keyOf(sub), ConsistentRead: true }));
  return Item === undefined ? none : items.shareLinks.parse(Item);
}

/** True if a link can be opened. DynamoDB deletes expired items late, so the end is compared too. */
const isLive = ({ revoked_at, ends }: items.ShareLink) => revoked_at === undefined && now() < ends;

const namedLinks = ({ links, revoked_before = '' }: items.ShareLinks): readonly ShareLink[] =>
  Object.entries(links).map(([id, link]) => ({
    id,
    ...link,
    ...(link.sent_at <= revoked_before && { revoked_at: revoked_before }),
  }));

/** The links that work, the newest first. */
export async function liveShareLinks(sub: ApplicantId): Promise<readonly ShareLink[]> {
  return namedLinks(await read(sub))
    .filter(isLive)
    .toSorted((one, other) => other.sent_at.localeCompare(one.sent_at));
}

/** The link with a token, by the token's keyed hash; undefined unless it works. */
export const findShareLink = async (sub: ApplicantId, token: string): Promise<ShareLink | undefined> =>
  (await liveShareLinks(sub)).find((link) => link.token === token);

const isWithinDays = ({ sent_at }: items.ShareLink, days: number) =>
  now() - Date.parse(sent_at) < days * dayMs;

export type ReachedLimit = keyof typeof shareLinkLimits;

/** The first limit that another link would exceed. */
function reachedLimit(links: readonly items.ShareLink[]): ReachedLimit | undefined {
  const counts = {
    live: links.filter(isLive).length,
    day: links.filter((link) => isWithinDays(link, 1)).length,
    month: links.filter((link) => isWithinDays(link, countedDays)).length,
  };
  return (['live', 'day', 'month'] as const).find((name) => counts[name] >= shareLinkLimits[name]);
}

/** Writes with an audit event; undefined if it must be retried, false if a condition failed. */
async function writeWith(sub: ApplicantId, write: Write, event: AuditEvent, id: string) {
  const entry = await auditEntry(sub, event, { names: [id] });
  try {
    await table.send(
      new TransactWriteCommand({ TransactItems: [write, { Put: { TableName, Item: entry } }] }),
    );
    return true;
  } catch (error) {
    return failedConditions(error) === undefined ? undefined : false;
  }
}

/** Replaces the links unless one was added or changed since they were read. */
const putLinks = (sub: ApplicantId, links: items.ShareLinks['links'], { rev }: items.ShareLinks): Write => ({
  Put: {
    TableName,
    Item: {
      ...keyOf(sub),
      links,
      rev: rev + 1,
      expires_at: seconds(now() + countedDays * dayMs),
    },
    ...(rev === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#rev = :before',
          ExpressionAttributeNames: { '#rev': 'rev' },
          ExpressionAttributeValues: { ':before': rev },
        }),
  },
});

type NewLink = Pick<items.ShareLink, 'token' | 'to' | 'shows'>;

/**
 * Stores a new link, and an audit event. Returns the link, or the limit that it would exceed. Concurrent
 * calls cannot exceed a limit together.
 */
export async function addShareLink(sub: ApplicantId, link: NewLink): Promise<ShareLink | ReachedLimit> {
  const id = randomBytes(8).toString('hex');
  const added = await retryUntilDone(async () => {
    const stored = await read(sub);
    const counted = namedLinks(stored).filter((each) => isWithinDays(each, countedDays));
    const reached = reachedLimit(counted);
    if (reached !== undefined) return reached;
    const made = { ...link, sent_at: new Date(now()).toISOString(), ends: now() + shareLinkDays * dayMs };
    const links = Object.fromEntries([
      ...counted.map(({ id: other, ...each }) => [other, each] as const),
      [id, made] as const,
    ]);
    const isWritten = await writeWith(sub, putLinks(sub, links, stored), 'share-created', id);
    return isWritten ? { id, ...made } : undefined;
  });
  if (added === undefined) throw new Error('The link could not be stored: too many concurrent updates.');
  return added;
}

interface Change {
  readonly event: AuditEvent;
  /** Continues the SET clause of the update. */
  readonly expression: string;
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Changes one link that was not revoked, and adds an audit event. False if there is none. */
async function changeLink(sub: ApplicantId, id: string, change: Change): Promise<boolean> {
  const { event, expression, condition = '', names = {}, values = {} } = change;
  const update: Write = {
    Update: {
      TableName,
      Key: keyOf(sub),
      UpdateExpression: `SET #rev = #rev + :one${expression}`,
      ConditionExpression: `attribute_exists(#links.#id) AND attribute_not_exists(#links.#id.#revoked)${condition}`,
      ExpressionAttributeNames: {
        ...{ '#links': 'links', '#id': id, '#revoked': 'revoked_at', '#rev': 'rev' },
        ...names,
      },
      ExpressionAttributeValues: { ':one': 1, ...values },
    },
  };
  const isChanged = await retryUntilDone(() => writeWith(sub, update, event, id));
  if (isChanged === undefined) throw new Error('The link could not be changed: too many concurrent updates.');
  return isChanged;
}

const timeNow = () => new Date(now()).toISOString();

/** Records that a link is opened, before any data is returned. False if it no longer works. */
export const openShareLink = (sub: ApplicantId, id: string): Promise<boolean> =>
  changeLink(sub, id, {
    event: 'share-opened',
    expression: ', #links.#id.#opened = :at',
    condition: ' AND #links.#id.#ends > :now',
    names: { '#opened': 'opened_at', '#ends': 'ends' },
    values: { ':at': timeNow(), ':now': now() },
  });

/** Ends a link. False if it was revoked before, or no link has this id. */
export const revokeShareLink = (sub: ApplicantId, id: string): Promise<boolean> =>
  changeLink(sub, id, {
    event: 'share-revoked',
    expression: ', #links.#id.#revoked = :at',
    values: { ':at': timeNow() },
  });

/** Deletes a link that was not mailed. It does not count toward the limits. */
export const dropShareLink = (sub: ApplicantId, id: string): Promise<boolean> =>
  changeLink(sub, id, { event: 'share-revoked', expression: ' REMOVE #links.#id' });

/**
 * Ends all links that were sent until now. The account's function calls this for a new password. It may not
 * read applications, so it stores a time. The audit event is that of the ended sessions.
 */
export const revokeShareLinks = (sub: ApplicantId): Promise<unknown> =>
  writeThrough(() =>
    meetsCondition(
      table.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(sub),
          UpdateExpression: 'SET revoked_before = :at, #rev = #rev + :one',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#rev': 'rev' },
          ExpressionAttributeValues: { ':at': timeNow(), ':one': 1 },
        }),
      ),
    ),
  );
