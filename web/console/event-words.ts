import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { titlesOf } from '../../shared/partners/setting-descriptions.ts';
import { filterText } from './filters.ts';
import { isFilterKey } from './list-query.ts';

/** Events of the audit log (lambdas/table/audit-log.ts) as they are read after the name of a person. */
const words: Readonly<Record<string, string>> = {
  'access-report': 'made a report of all data about the applicant',
  'add-another': 'changed the number of repeated parts',
  'address-change-asked': 'asked to change the email address',
  'address-change-begun': 'began to change the email address',
  'address-change-dropped': 'canceled the change of the email address',
  'address-change-refused': 'could not change the email address',
  'address-changed': 'changed the email address',
  'application-read': 'read the application',
  'application-shown': 'opened the facts and the checklist',
  'application-reinstated': 'reinstated the application',
  'application-withdrawn': 'withdrew the application',
  'applications-exported': 'exported applications',
  'applications-listed': 'listed applications',
  'checklist-checked': 'checked a list of checklist items',
  'audit-log-exported': 'downloaded the audit log',
  'audit-log-read': 'viewed the audit log',
  'cancel-replacement': 'canceled the replacement of a document',
  'checklist-document-sent': 'sent a document for the checklist',
  'checklist-item-received': 'marked as received',
  'checklist-item-undone': 'undid marking as received',
  confirm: 'confirmed the account',
  convert: 'started the conversion of a document',
  converted: 'uploaded a document that was converted',
  'delete-document': 'deleted a document',
  erased: 'deleted all data of the applicant',
  'erasure-asked': 'asked for the deletion of all data',
  'erasure-begun': 'began the deletion of all data',
  'erasure-refused': 'could not delete the data',
  'list-exported': 'downloaded the list',
  'log-in': 'logged in',
  'log-in-refused': 'could not log in',
  'log-out': 'logged out',
  'marked-unread': 'marked the application as unread',
  'note-added': 'added a note',
  'note-deleted': 'deleted a note',
  'notes-read': 'read the notes',
  'own-data': 'downloaded their own data',
  'work-listed': 'listed what was not sent',
  'password-change-refused': 'could not change the password',
  'password-changed': 'changed the password',
  'pdf-link': 'opened the application PDF',
  'pdf-requested': 'requested the application PDF',
  'work-redriven': 'repeated what was not sent',
  'reminders-off': 'turned reminders off',
  'reminders-on': 'turned reminders on',
  'replace-document': 'replaced a document',
  reset: 'set a new password',
  'reset-asked': 'asked for a new password',
  'retention-allowed': 'allowed the deletion of expired data',
  save: 'saved answers',
  'service-read': 'read the application through a staff link',
  'service-refused': 'was refused a staff link',
  'service-revoke': 'revoked the staff links',
  'service-token': 'made a staff link',
  'session-over': 'was logged out after a time without activity',
  'session-replaced': 'logged in again in the same browser',
  'sessions-ended': 'ended all sessions',
  'settings-published': 'published settings',
  'settings-read': 'read the settings',
  'staff-denied': 'was denied a part of the console: no role',
  'staff-refused': 'could not sign in to the console: no role',
  'staff-session-over': 'was signed out after a time without activity',
  'staff-sessions-ended': 'ended all console sessions',
  'staff-sign-in': 'signed in to the console',
  'staff-sign-out': 'signed out of the console',
  'status-started': 'started the application',
  'status-validating': 'checked the application for errors',
  submit: 'submitted the application',
  tab: 'chose a tab of the form',
  timeout: 'had a document whose conversion took too long',
  upload: 'uploaded a document',
  'upload-refused': 'uploaded a document that was not accepted',
  'view-document': 'opened a document',
  'withdrawal-refused': 'could not withdraw the application',
};

/** An event in words. An event of a later version is shown by its name. */
export const eventWords = (event: string): string => words[event] ?? event.replaceAll('-', ' ');

/** Events whose names are identifiers, or say the same as the words. */
const withoutNames = new Set([
  'audit-log-exported',
  'audit-log-read',
  'log-in',
  'note-added',
  'note-deleted',
  'service-token',
  'settings-read',
  'staff-session-over',
]);

const nameWords: Readonly<Record<string, string>> = {
  q: 'a search text',
  name: 'by name',
  'application-pdf': 'application PDF',
};

/** A name in words; '' if it says nothing to people. Those of a query are written missing=transcript. */
function nameText(partner: PartnerWithSettings, name: string): string {
  const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(name) ?? [];
  if (key === 'sort') return '';
  if (key === 'rows') return value === '1' ? '1 row' : `${value} rows`;
  if (key === 'version') return `version ${value}`;
  if (key === 'restored') return `restored from version ${value}`;
  return isFilterKey(key) ? filterText(partner, key, value) : (nameWords[name] ?? name);
}

const settingTitle = (event: string, name: string): string =>
  event === 'settings-published' ? titlesOf([name]) : '';

type Entry = Pick<AuditLogEntry, 'event' | 'names'>;

/** An entry after the name of a person: 'marked as received: transcript'. */
export function entryText({ event, names }: Entry, partner: PartnerWithSettings): string {
  const words = eventWords(event);
  const shown = withoutNames.has(event)
    ? []
    : names.map((name) => settingTitle(event, name) || nameText(partner, name));
  const details = namesText(shown.filter((text) => text !== ''));
  if (details === '') return words;
  if (event === 'staff-sign-in') return `${words} as ${details}`;
  return names.some((name) => name.includes('=')) ? `${words} (${details})` : `${words}: ${details}`;
}

/** A person without the identifier that the audit log adds. */
export const personName = (by: string): string =>
  by === '' ? 'The applicant' : by.replace(/ \([^()]*\)$/, '');

const shownNames = 6;

/** 'transcript, test-scores', and the number of names beyond the first few. */
function namesText(names: readonly string[]): string {
  const more = names.length - shownNames;
  return names.slice(0, shownNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** An entry, and the number of entries that it stands for. */
export interface FoldedEntry {
  readonly entry: AuditLogEntry;
  readonly count: number;
}

/** Folds the listings that one person made in a row into the newest: typing a search makes several. */
export function foldListings(entries: readonly AuditLogEntry[]): readonly FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    const isRepeated = last?.entry.event === 'applications-listed' && entry.event === last.entry.event;
    if (last !== undefined && isRepeated && entry.by === last.entry.by)
      folded.splice(-1, 1, { entry: last.entry, count: last.count + 1 });
    else folded.push({ entry, count: 1 });
  }
  return folded;
}
