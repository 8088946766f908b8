import { randomBytes } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';
import { callSource } from '../runtime/call-source.ts';
import { now, seconds } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { keys } from './keys.ts';
import { put } from './table.ts';

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

/** The write of an event, for a transaction. */
async function entryIn(
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

const partitionOf = async (username: string) =>
  keys.addressLog(await shortPseudonym(`audit log ${username}`));

/** The partitions with an applicant's audit events. */
export const auditLogOf = async (username: string, sub: ApplicantId | undefined) => [
  await partitionOf(username),
  ...(sub === undefined ? [] : [keys.log(sub)]),
];

/** The partition with the events of one applicant's account and application. */
export const auditLogPartition = (sub: ApplicantId): string => keys.log(sub);

/** The partition for operators' actions that concern no applicant. */
export const operatorAuditLog = keys.operatorLog;

/** The write of an event about an applicant, for the transaction that it describes. */
export const auditEntry = (sub: ApplicantId, event: AuditEvent, details: Details = {}) =>
  entryIn(keys.log(sub), event, details);

/** The write of an event for the operators' partition, about applicants who are known only by id. */
export const operatorsEntry = (event: AuditEvent, details: Details) =>
  entryIn(operatorAuditLog, event, details);

/** The partition of an address's entries, and an entry in it. */
export const addressAuditLog = partitionOf;
export const entryOfAddress = (partition: string, event: AuditEvent, details: Details) =>
  entryIn(partition, event, details);

const add = async (entry: ReturnType<typeof entryIn>): Promise<void> => {
  const { Item, TableName } = (await entry).Put;
  await put(Item, { in: TableName });
};

/** Records an event outside a transaction. */
export const recordEvent = (sub: ApplicantId, event: AuditEvent, details?: Details) =>
  add(auditEntry(sub, event, details));

/** Records an operator's command that concerns no applicant, or many. `names` describe the query. */
export const recordForOperators = (event: AuditEvent, operator: Operator, names: readonly string[] = []) =>
  add(entryIn(operatorAuditLog, event, { ...operator, names }));

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
  | 'erased-exported'
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
