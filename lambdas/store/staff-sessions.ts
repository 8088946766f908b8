import { randomBytes } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StaffRole } from '../../shared/api/staff-roles.ts';
import { now, seconds } from '../runtime/clock.ts';
import { type Operator, recordForOperators } from './audit-log.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { hashOf } from './sessions.ts';
import { meetsCondition, TableName, table } from './table.ts';

// Sessions of the staff console (docs/decisions.md#staff-sign-in-at-the-university).

const idleTimeoutMs = 30 * 60_000;
const maxSessionMs = 8 * 3_600_000;
const touchIntervalMs = 60_000;
/** Time for which the provider's last word about a person's roles counts. */
const roleCheckMs = 5 * 60_000;
/** Time for which roles count while the provider is down. */
const providerDownMs = 30 * 60_000;
/** Time after a log-in at the provider in which a person may export. */
const freshSignInMs = 5 * 60_000;
/** Time for the log-in at the provider. */
const signInMs = 10 * 60_000;
/** Longer than one call may ask the provider. */
const checkMs = 12_000;
/** Denied calls of a session that the audit log has. */
const maxRecordedDenials = 10;

export const staffSessionSeconds = seconds(maxSessionMs);
export const signInSeconds = seconds(signInMs);

/** A person who is signed in to the console. */
export interface StaffMember {
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** The hash of the session's id. */
  readonly session: string;
  /** The person as the audit log names them. */
  readonly operator: Operator;
}

export interface StaffSession extends items.StoredStaffSession {
  readonly hash: string;
}

export const nameInAuditLog = ({ name, subject }: Pick<StaffMember, 'name' | 'subject'>): string =>
  `${name} (${subject})`;

/** Time at which a session ends if no further call is made. */
export const idleEndOf = ({ last_seen, ends }: Pick<StaffSession, 'last_seen' | 'ends'>): number =>
  Math.min(ends, last_seen + idleTimeoutMs);

export const needsRoleCheck = ({ checked_at }: Pick<StaffSession, 'checked_at'>): boolean =>
  now() >= checked_at + roleCheckMs;

/** True if the provider confirmed the roles recently enough for a session to go on while it is down. */
export const outlastsProvider = ({ confirmed_at }: Pick<StaffSession, 'confirmed_at'>): boolean =>
  now() < confirmed_at + providerDownMs;

export const isFreshlySignedIn = ({ logged_in_at }: Pick<StaffSession, 'logged_in_at'>): boolean =>
  now() < logged_in_at + freshSignInMs;

const random = () => randomBytes(32).toString('base64url');

/** Stores a sign-in that begins, and returns its state. */
export async function beginSignIn(signIn: Omit<items.StaffSignIn, 'ends'>): Promise<string> {
  const state = random();
  const ends = now() + signInMs;
  const Item = { ...keys.staffSignIn(hashOf(state)), ...signIn, ends, expires_at: seconds(ends) };
  await table.send(new PutCommand({ TableName, Item }));
  return state;
}

/** Takes a sign-in away, so that its state works once; undefined if there is none. */
export async function takeSignIn(state: string): Promise<items.StaffSignIn | undefined> {
  const Key = keys.staffSignIn(hashOf(state));
  const { Attributes } = await table.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
  const signIn = Attributes && items.staffSignIn.parse(Attributes);
  return signIn !== undefined && now() < signIn.ends ? signIn : undefined;
}

type NewStaffSession = Pick<
  StaffSession,
  'subject' | 'name' | 'roles' | 'refresh_token' | 'id_token' | 'logged_in_at'
>;

/** Opens a session and returns the id for the cookie. Only the id's hash is stored. */
export async function openStaffSession(session: NewStaffSession): Promise<string> {
  const id = random();
  const ends = now() + maxSessionMs;
  const times = { last_seen: now(), checked_at: now(), confirmed_at: now(), ends, expires_at: seconds(ends) };
  const Item = { ...keys.staffSession(hashOf(id)), ...session, ...times };
  await table.send(new PutCommand({ TableName, Item }));
  return id;
}

/** Finds the open session of a cookie. */
export const findStaffSession = (id: string): Promise<StaffSession | undefined> =>
  findStaffSessionByHash(hashOf(id));

/** Finds an open session. DynamoDB deletes expired items late, so the times are compared. */
export async function findStaffSessionByHash(hash: string): Promise<StaffSession | undefined> {
  const Key = keys.staffSession(hash);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const stored = Item && items.staffSession.parse(Item);
  if (stored === undefined || now() >= idleEndOf(stored) || (await hasEndedWithAll(stored))) return undefined;
  return { ...stored, hash };
}

/** True if all sessions of the person ended after this one was opened. */
async function hasEndedWithAll({ subject, ends }: items.StoredStaffSession): Promise<boolean> {
  const Key = keys.staffSessionsEnd(subject);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item !== undefined && ends - maxSessionMs <= items.staffSessionsEnd.parse(Item).not_before;
}

/** Ends all sessions of a person. A later sign-in opens a new one. */
export async function endStaffSessionsOf(subject: string, operator: Operator): Promise<void> {
  await recordForOperators('staff-sessions-ended', operator, [subject]);
  const times = { not_before: now(), expires_at: seconds(now() + maxSessionMs) };
  const Item = { ...keys.staffSessionsEnd(subject), ...times };
  await table.send(new PutCommand({ TableName, Item }));
}

/** Updates the last use, at most once a minute. A session that was ended in the meantime stays ended. */
export async function touchStaffSession({ hash, last_seen }: StaffSession): Promise<void> {
  if (now() < last_seen + touchIntervalMs) return;
  await change(hash, 'SET last_seen = :now', { ':now': now() });
}

/** Counts a denied call; false if the session has enough of them in the audit log. */
export const countDenial = ({ hash }: StaffSession): Promise<boolean> =>
  change(
    hash,
    'ADD denied :one',
    { ':one': 1, ':max': maxRecordedDenials },
    '(attribute_not_exists(denied) OR denied < :max)',
  );

export const endStaffSession = async (hash: string): Promise<void> => {
  await table.send(new DeleteCommand({ TableName, Key: keys.staffSession(hash) }));
};

/**
 * Claims the question to the provider for one call. Providers that replace refresh tokens end the session of
 * one that is used twice.
 */
export const claimRoleCheck = ({ hash, checked_at }: StaffSession): Promise<boolean> =>
  change(
    hash,
    'SET checking_until = :until',
    { ':until': now() + checkMs, ':now': now(), ':checked': checked_at },
    'checked_at = :checked AND (attribute_not_exists(checking_until) OR checking_until < :now)',
  );

type RoleCheck = Pick<StaffSession, 'roles' | 'refresh_token'>;

/** Stores what the provider said, and asks again five minutes later. */
export const recordRoleCheck = (hash: string, { roles, refresh_token }: RoleCheck): Promise<boolean> =>
  change(
    hash,
    'SET checked_at = :now, confirmed_at = :now, #roles = :roles, refresh_token = :token REMOVE checking_until, is_provider_down',
    { ':now': now(), ':roles': roles, ':token': refresh_token },
    undefined,
    { '#roles': 'roles' },
  );

/** The provider could not be asked: the session goes on, and the next question is five minutes later. */
export const recordProviderDown = (hash: string): Promise<boolean> =>
  change(hash, 'SET checked_at = :now, is_provider_down = :yes REMOVE checking_until', {
    ':now': now(),
    ':yes': true,
  });

/** Changes an existing session; false if it has ended or the condition fails. */
const change = (
  hash: string,
  UpdateExpression: string,
  ExpressionAttributeValues: Record<string, unknown>,
  condition = '',
  ExpressionAttributeNames?: Record<string, string>,
): Promise<boolean> =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.staffSession(hash),
        UpdateExpression,
        ConditionExpression: ['attribute_exists(pk)', condition].filter(Boolean).join(' AND '),
        ExpressionAttributeValues,
        ExpressionAttributeNames,
      }),
    ),
  );
