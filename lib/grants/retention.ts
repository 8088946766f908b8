import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  aboutApplicants,
  applications,
  erasedLists,
  erasures,
  mailOutbox,
  movesOutbox,
  retentionRun,
  rowRebuilds,
  sessions,
  sessionVersions,
  systemsOutbox,
} from './partitions.ts';
import {
  findAccount,
  type MailArns,
  onTable,
  readPepper,
  removeCopies,
  removeVersions,
  sendMail,
  writeAuditLog,
} from './statements.ts';

/**
 * Permissions of the function that deletes applicants' data. No other function may delete
 * every kind of an applicant's data.
 */
export const retentionGrants = (
  arns: Pick<
    ResourceArns,
    'table' | 'auditTable' | 'uploads' | 'documents' | 'userPool' | 'pepperSecret' | keyof MailArns
  > & {
    readonly packages: string;
  },
): readonly Grant[] => [
  onTable(arns, 'FindPersonalData', ['Query'], [...aboutApplicants, erasures]),
  // The log has the ids of staff links.
  { sid: 'ReadAuditLog', actions: ['dynamodb:Query'], resources: [arns.auditTable] },
  onTable(arns, 'EraseHeld', ['DeleteItem'], [...aboutApplicants, erasures]),
  onTable(
    arns,
    'RecordErasure',
    ['PutItem', 'UpdateItem'],
    [...[applications, erasures, erasedLists, rowRebuilds], ...[mailOutbox, systemsOutbox, movesOutbox]],
  ),
  // The scheduled run finishes an interrupted change of address: it ends the sessions under the old address.
  onTable(arns, 'EndLogIns', ['PutItem'], [sessionVersions]),
  onTable(arns, 'MoveSession', ['UpdateItem'], [sessions]),
  onTable(arns, 'KeepPlace', ['PutItem', 'UpdateItem', 'DeleteItem'], [retentionRun]),
  writeAuditLog(arns),
  readPepper(arns),
  findAccount(arns),
  { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [arns.userPool] },
  // Applicants get a mail before their draft expires.
  ...sendMail(arns),
  { sid: 'DeleteAccount', actions: ['cognito-idp:AdminDeleteUser'], resources: [arns.userPool] },
  ...removeVersions('Uploads', arns.uploads, 'uploads/*'),
  ...removeVersions('Documents', arns.documents, 'documents/*'),
  ...removeVersions('Packages', arns.packages, 'packages/*'),
  ...removeCopies(arns),
];
