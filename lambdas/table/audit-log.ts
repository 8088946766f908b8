import { randomBytes } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';
import { callSource } from '../runtime/call.ts';
import { now, seconds } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { expression } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { put, queryPage } from './table.ts';

// The audit log has a separate table (docs/decisions.md#the-audit-log-is-append-only). Functions only add
// events. No role may change or delete one, and no role that serves applicants may read one (lib/grants).

export const auditTable = (): string => environment('AUDIT_TABLE_NAME');

const auditLogDays = 400;

/**
 * Enough characters to distinguish networks. The pseudonym is keyed, so it cannot be turned back into an
 * address.
 */
const pseudonymLength = 16;
const shortPseudonym = async (text: string) => (await pseudonym(text)).slice(0, pseudonymLength);

/**
 * The operator as named in the command, and Lambda's request id, which finds CloudTrail's record of the call.
 */
export interface Operator {
  readonly by: string;
  readonly request: string;
  /** The roles of a person in the console. Reports for applicants have them instead of the name. */
  readonly role?: string;
}

/** Attributes of an audit event. */
interface Details extends Partial<Operator> {
  /** The subjects: answer keys, file questions, ids of tokens. Names only, never values. */
  readonly names?: readonly string[];
  readonly route?: string;
  /** Purpose and issuer of a staff link. */
  readonly purpose?: string | undefined;
  readonly issuer?: string | undefined;
  /** Time of the event if it is not now, and an id that distinguishes it from others of that time. */
  readonly at?: number;
  readonly id?: string;
}

/** Fetches the key of the pseudonyms in entries, once per cold start. */
export const fetchAuditLogKey = async (): Promise<void> => {
  await pseudonym('');
};

/** The write of an event in a partition of the audit log, for a transaction. */
export async function auditEntryIn(
  pk: string,
  event: AuditEvent,
  { names = [], at = now(), id = randomBytes(6).toString('base64url'), ...details }: Details,
) {
  const source = callSource();
  const Item = {
    pk,
    sk: `${new Date(at).toISOString()}#${id}`,
    event,
    keys: names,
    ...(source && { request: source.request, from: await shortPseudonym(source.address) }),
    ...details,
    expires_at: seconds(now()) + auditLogDays * 86_400,
  };
  return { Put: { TableName: auditTable(), Item } };
}

/** The partition of an address's entries. */
export const addressAuditLog = async (username: string) =>
  keys.addressLog(await shortPseudonym(`audit log ${username}`));

/** The partitions with an applicant's audit events. */
export const auditLogOf = async (username: string, sub: ApplicantId | undefined) => [
  await addressAuditLog(username),
  ...(sub === undefined ? [] : [keys.log(sub)]),
];

/** The write of an event about an applicant, for the transaction that it describes. */
export const auditEntry = (sub: ApplicantId, event: AuditEvent, details: Details = {}) =>
  auditEntryIn(keys.log(sub), event, details);

const add = async (entry: ReturnType<typeof auditEntryIn>): Promise<void> => {
  const { Item, TableName } = (await entry).Put;
  await put(Item, { in: TableName });
};

/** Records an event outside a transaction. */
export const recordEvent = (sub: ApplicantId, event: AuditEvent, details?: Details) =>
  add(auditEntry(sub, event, details));

/** Records an operator's command that concerns no applicant, or many. `names` describe the query. */
export const recordForOperators = (event: AuditEvent, operator: Operator, names: readonly string[] = []) =>
  add(auditEntryIn(keys.operatorLog, event, { ...operator, names }));

/**
 * Events of the audit log (docs/decisions.md#the-audit-log-is-append-only). Entries stay in the table for 400
 * days, so a name never changes.
 */
export type AuditEvent =
  | 'access-report'
  | 'add-another'
  | 'address-change-asked'
  | 'address-change-begun'
  | 'address-change-dropped'
  | 'address-change-refused'
  | 'address-changed'
  | 'application-read'
  | 'application-reinstated'
  | 'application-shown'
  | 'applications-exported'
  | 'application-withdrawn'
  | 'applications-listed'
  | 'checklist-checked'
  | 'audit-log-exported'
  | 'audit-log-read'
  | 'cancel-replacement'
  | 'checklist-document-sent'
  | 'checklist-item-received'
  | 'checklist-item-undone'
  | 'confirm'
  | 'convert'
  | 'converted'
  | 'delete-document'
  | 'erased'
  | 'erasure-asked'
  | 'erasure-begun'
  | 'erasure-refused'
  | 'list-exported'
  | 'log-in'
  | 'log-in-refused'
  | 'log-out'
  | 'marked-unread'
  | 'note-added'
  | 'note-deleted'
  | 'notes-read'
  | 'own-data'
  | 'password-change-refused'
  | 'password-changed'
  | 'pdf-link'
  | 'pdf-requested'
  | 'reminders-off'
  | 'reminders-on'
  | 'replace-document'
  | 'reset'
  | 'reset-asked'
  | 'retention-allowed'
  | 'save'
  | 'service-read'
  | 'service-refused'
  | 'service-revoke'
  | 'service-token'
  | 'session-over'
  | 'session-replaced'
  | 'sessions-ended'
  | 'settings-published'
  | 'settings-read'
  | 'staff-denied'
  | 'staff-refused'
  | 'staff-session-over'
  | 'staff-sessions-ended'
  | 'staff-sign-in'
  | 'staff-sign-out'
  | 'status-started'
  | 'status-validating'
  | 'submit'
  | 'tab'
  | 'timeout'
  | 'upload'
  | 'upload-refused'
  | 'view-document'
  | 'withdrawal-refused'
  | 'work-listed'
  | 'work-redriven';

const pageSize = 200;

/** The next entries of one partition, and how far they reach: undefined at the end. */
async function entriesAfter(pk: string, after: string) {
  const query = { in: auditTable(), where: expression`sk > ${after}`, limit: pageSize };
  const { items: found, reached } = await queryPage(pk, query);
  const entries = found.map((item) => items.auditEntry.parse(item));
  return { entries, reaches: reached };
}

const byTime = (one: { readonly sk: string }, other: { readonly sk: string }) => (one.sk < other.sk ? -1 : 1);

/**
 * The entries of several partitions in the order of time, from the one after `after`. There are more when
 * `next` is defined; it is the next page's `after`.
 */
export async function readAuditLog(partitions: readonly string[], after: string) {
  const found = await Promise.all(partitions.map((pk) => entriesAfter(pk, after)));
  const [next] = found.flatMap(({ reaches }) => reaches ?? []).toSorted();
  const entries = found
    .flatMap((each) => each.entries)
    .filter(({ sk }) => next === undefined || sk <= next)
    .toSorted(byTime);
  return { entries, next };
}

const newestPageSize = 100;

/** The newest entries of one partition before `before`; `next` is the next page's. */
export async function readNewestEntries(pk: string, before: string | undefined) {
  const query = { in: auditTable(), after: before, limit: newestPageSize, isNewestFirst: true };
  const { items: found, reached } = await queryPage(pk, query);
  return { entries: found.map((item) => items.auditEntry.parse(item)), next: reached };
}
