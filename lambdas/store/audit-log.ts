import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { pseudonym } from '../aws/secrets.ts';
import { callSource } from '../runtime/call-source.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { AuditEvent } from './audit-event.ts';
import { keys } from './keys.ts';
import { TableName, table } from './table.ts';

// The audit log (docs/decisions/064-audit-log-is-append-only.md). Functions only add entries: no role may change or
// delete one, and none that applicants call may read one (lib/grants).

const auditLogDays = 400;

/** Enough letters to tell networks apart; the key makes sure that nobody can turn them back into an address. */
const pseudonymLength = 16;
const shortPseudonym = async (text: string) => (await pseudonym(text)).slice(0, pseudonymLength);

/**
 * Who sent a command, as the command says, and Lambda's id of the request, by which CloudTrail's record of the call is found.
 */
export interface Operator {
  readonly by: string;
  readonly request: string;
}

/** What an entry says besides the event. */
interface Details extends Partial<Operator> {
  /** What it is about: answer keys, file questions, ids of tokens. Names only, never values. */
  readonly names?: readonly string[];
  readonly route?: string;
  /** Why an operator issued a link, and who did. */
  readonly purpose?: string | undefined;
  readonly issuer?: string | undefined;
  /** When it happened, if not now, and what tells it from other events of that moment. */
  readonly at?: number;
  readonly id?: string;
}

/** Fetches the key of the pseudonyms in entries, once per cold start. */
export const fetchAuditLogKey = async (): Promise<void> => {
  await pseudonym('');
};

async function entryIn(
  pk: string,
  event: AuditEvent,
  { names = [], at = now(), id = randomBytes(6).toString('base64url'), ...details }: Details,
) {
  const source = callSource();
  return {
    pk,
    sk: `AUDIT#${new Date(at).toISOString()}#${id}`,
    event,
    keys: names,
    ...(source && { request: source.request, from: await shortPseudonym(source.address) }),
    ...details,
    expires_at: seconds(now()) + auditLogDays * 86_400,
  };
}

const partitionOf = async (username: string) =>
  keys.addressLog(await shortPseudonym(`audit log ${username}`));

/** The partitions in which an applicant's entries are. */
export const auditLogOf = async (username: string, sub: ApplicantId | undefined) => [
  await partitionOf(username),
  ...(sub === undefined ? [] : [keys.log(sub)]),
];

/** The partition of what operators did that concerns no applicant. */
export const operatorAuditLog = keys.operatorLog;

/** An entry about an applicant, for the transaction that it belongs to. */
export const auditEntry = (sub: ApplicantId, event: AuditEvent, details: Details = {}) =>
  entryIn(keys.log(sub), event, details);

/** The same about whom operators know by an id only. */
export const operatorsEntry = (event: AuditEvent, details: Details) =>
  entryIn(operatorAuditLog, event, details);

/** The partition of an address's entries, and an entry in it. */
export const addressAuditLog = partitionOf;
export const entryOfAddress = (partition: string, event: AuditEvent, details: Details) =>
  entryIn(partition, event, details);

const add = async (entry: ReturnType<typeof entryIn>): Promise<void> => {
  await table.send(new PutCommand({ TableName, Item: await entry }));
};

/** Records an event that no transaction belongs to. */
export const recordEvent = (sub: ApplicantId, event: AuditEvent, details?: Details) =>
  add(auditEntry(sub, event, details));

/**
 * Records what somebody did who has only named an address, whether or not it has an account. Each address has a
 * partition of its own, under a keyed name.
 */
export const recordForAddress = async (username: string, event: AuditEvent) =>
  add(entryIn(await partitionOf(username), event, {}));

/** Records a command of an operator that concerns no applicant, or many; `names` say what it asked for. */
export const recordForOperators = (event: AuditEvent, operator: Operator, names: readonly string[] = []) =>
  add(entryIn(operatorAuditLog, event, { ...operator, names }));
