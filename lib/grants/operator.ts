import type { Duty } from '../../shared/api/operator.ts';
import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  aboutApplicants,
  applications,
  erasures,
  lists,
  mailOutbox,
  sessions,
  sessionVersions,
  staffSessionsEnds,
  staffTokens,
  systemsOutbox,
} from './partitions.ts';
import {
  findAccount,
  listVersions,
  type MailArns,
  onTable,
  readPepper,
  readSettings,
  readStaffTokenSecret,
  receiveItems,
  writeAuditLog,
} from './statements.ts';

type Arns = Pick<
  ResourceArns,
  'table' | 'auditTable' | 'userPool' | 'pepperSecret' | 'staffTokenSecret' | keyof MailArns
>;

type ReportArns = Arns & Pick<ResourceArns, 'uploads' | 'documents' | 'packages'>;

const findApplications = (arns: Arns): Grant =>
  onTable(arns, 'FindApplications', ['Query', 'GetItem'], [...lists, applications]);

/** Links for staff. The function reads no application. */
const linkGrants = (arns: Arns): readonly Grant[] => [
  findAccount(arns),
  readStaffTokenSecret(arns),
  onTable(arns, 'WriteToken', ['PutItem', 'UpdateItem'], [staffTokens]),
  writeAuditLog(arns),
];

/**
 * Lists of applications and pending work, the audit log. The function changes no application and no account.
 */
const readGrants = (arns: Arns): readonly Grant[] => [
  findAccount(arns),
  readPepper(arns),
  { sid: 'ReadAuditLog', actions: ['dynamodb:Query'], resources: [arns.auditTable] },
  findApplications(arns),
  readSettings(arns),
  writeAuditLog(arns),
  onTable(arns, 'ListWork', ['Query'], [mailOutbox, systemsOutbox]),
];

/** Sessions, checklist items. */
const changeGrants = (arns: Arns): readonly Grant[] => [
  findAccount(arns),
  readPepper(arns),
  findApplications(arns),
  readSettings(arns),
  onTable(arns, 'EndSessions', ['Query', 'DeleteItem'], [sessions]),
  onTable(arns, 'EndLogIns', ['PutItem'], [sessionVersions]),
  onTable(arns, 'EndStaffSessions', ['PutItem'], [staffSessionsEnds]),
  receiveItems(arns),
  writeAuditLog(arns),
];

/** Exports, and work in the outboxes that failed. */
const exportGrants = (arns: Arns): readonly Grant[] => [
  findApplications(arns),
  readSettings(arns),
  writeAuditLog(arns),
  onTable(arns, 'RedriveWork', ['Query', 'UpdateItem'], [mailOutbox, systemsOutbox]),
];

/** Everything about one applicant, with presigned links to files, which the command opens immediately. */
const reportGrants = (arns: ReportArns): readonly Grant[] => [
  findAccount(arns),
  readPepper(arns),
  onTable(arns, 'FindPersonalData', ['Query'], [...aboutApplicants, erasures]),
  { sid: 'ReadAuditLog', actions: ['dynamodb:Query'], resources: [arns.auditTable] },
  writeAuditLog(arns),
  listVersions('Uploads', arns.uploads, 'uploads/*'),
  listVersions('Documents', arns.documents, 'documents/*'),
  listVersions('ApplicationPdfs', arns.documents, 'application-pdfs/*'),
  listVersions('Packages', arns.packages, 'packages/*'),
  {
    sid: 'ReadFiles',
    actions: ['s3:GetObject'],
    resources: [
      ...[`${arns.uploads}/uploads/*`, `${arns.packages}/packages/*`],
      ...[`${arns.documents}/documents/*`, `${arns.documents}/application-pdfs/*`],
    ],
  },
];

/** The permissions of the function of each duty. */
export const operatorGrants = (arns: ReportArns): Readonly<Record<Duty, readonly Grant[]>> => ({
  link: linkGrants(arns),
  read: readGrants(arns),
  change: changeGrants(arns),
  export: exportGrants(arns),
  report: reportGrants(arns),
});
