import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  addressChanges,
  applications,
  auditLog,
  deliveries,
  erasures,
  lists,
  notices,
  packages,
  pdfs,
  pending,
  recoveryCodes,
  retentionRun,
  serviceTokens,
  sessions,
  sessionVersions,
  signUps,
  trustedBrowsers,
  validationReports,
} from './partitions.ts';
import {
  findAccount,
  type MailArns,
  readPepper,
  removeCopies,
  removeVersions,
  sendMail,
  writeAuditLog,
} from './statements.ts';

/** Everything that is held about an applicant, except for the audit log: what lambdas/store/personal-data.ts lists. */
const aboutApplicants = [
  ...[applications, pdfs, validationReports, sessions, signUps, recoveryCodes, trustedBrowsers],
  ...[pending, addressChanges, notices, serviceTokens, ...lists, deliveries, packages],
];

/**
 * The permissions of the function that erases, and reports what is held about one applicant. It is the only one that may delete what belongs
 * to any applicant.
 */
export const retentionGrants = (
  arns: Pick<
    ResourceArns,
    'table' | 'uploads' | 'documents' | 'userPool' | 'pepperSecret' | keyof MailArns
  > & {
    readonly packages: string;
  },
): readonly Grant[] => [
  {
    sid: 'FindPersonalData',
    actions: ['dynamodb:Query'],
    resources: [arns.table],
    partitions: [...aboutApplicants, erasures, auditLog],
  },
  // The audit log is in it because the end of an erasure and its entries are written in one transaction.
  {
    sid: 'EraseHeld',
    actions: ['dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [...aboutApplicants, erasures, auditLog],
  },
  {
    sid: 'RecordErasure',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [applications, erasures, auditLog, notices, addressChanges],
  },
  // A change of address that its call did not finish ends the sessions under the old address.
  { sid: 'EndLogIns', actions: ['dynamodb:PutItem'], resources: [arns.table], partitions: [sessionVersions] },
  { sid: 'MoveSession', actions: ['dynamodb:UpdateItem'], resources: [arns.table], partitions: [sessions] },
  {
    sid: 'KeepPlace',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [retentionRun],
  },
  writeAuditLog(arns),
  readPepper(arns),
  findAccount(arns),
  { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [arns.userPool] },
  // Before a draft ends, its applicant gets a mail.
  ...sendMail(arns),
  { sid: 'DeleteAccount', actions: ['cognito-idp:AdminDeleteUser'], resources: [arns.userPool] },
  ...removeVersions('Uploads', arns.uploads, 'uploads/*'),
  ...removeVersions('Documents', arns.documents, 'documents/*'),
  ...removeVersions('Packages', arns.packages, 'packages/*'),
  ...removeCopies(arns),
  // By links that the report's reader follows at once.
  {
    sid: 'ReadFiles',
    actions: ['s3:GetObject'],
    resources: [
      ...[
        `${arns.uploads}/uploads/*`,
        `${arns.documents}/documents/*`,
        `${arns.documents}/application-pdfs/*`,
      ],
      `${arns.packages}/packages/*`,
    ],
  },
];
