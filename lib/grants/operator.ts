import type { Duty } from '../../shared/api/operator.ts';
import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  applications,
  auditLog,
  deliveries,
  lists,
  sessions,
  sessionVersions,
  staffTokens,
} from './partitions.ts';
import {
  denyAuditLogChanges,
  findAccount,
  type MailArns,
  readPepper,
  readSettings,
  readStaffTokenSecret,
  receiveItems,
} from './statements.ts';

type Arns = Pick<ResourceArns, 'table' | 'userPool' | 'pepperSecret' | 'staffTokenSecret' | keyof MailArns>;

const findApplications = ({ table }: Arns): Grant => ({
  sid: 'FindApplications',
  actions: ['dynamodb:Query', 'dynamodb:GetItem'],
  resources: [table],
  partitions: [...lists, applications],
});

/**
 * Links for staff, lists of applications, the audit log. The function changes no application and no account.
 */
const readGrants = (arns: Arns): readonly Grant[] => [
  findAccount(arns),
  readPepper(arns),
  { sid: 'ReadAuditLog', actions: ['dynamodb:Query'], resources: [arns.table], partitions: [auditLog] },
  findApplications(arns),
  readSettings(arns),
  readStaffTokenSecret(arns),
  // One statement for both: a token and its audit event are written in one transaction.
  {
    sid: 'IssueToken',
    actions: ['dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [staffTokens, auditLog],
  },
  {
    sid: 'RevokeToken',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [staffTokens],
  },
  denyAuditLogChanges(arns),
  { sid: 'ListPackages', actions: ['dynamodb:Query'], resources: [arns.table], partitions: [deliveries] },
];

/** Sessions, checklist items. */
const changeGrants = (arns: Arns): readonly Grant[] => [
  findAccount(arns),
  readPepper(arns),
  findApplications(arns),
  readSettings(arns),
  {
    sid: 'EndSessions',
    actions: ['dynamodb:Query', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [sessions],
  },
  {
    sid: 'EndLogIns',
    actions: ['dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [sessionVersions],
  },
  receiveItems(arns),
  denyAuditLogChanges(arns),
];

/** Exports, and packages that could not be delivered. */
const exportGrants = (arns: Arns): readonly Grant[] => [
  findApplications(arns),
  readSettings(arns),
  { sid: 'RecordEvents', actions: ['dynamodb:PutItem'], resources: [arns.table], partitions: [auditLog] },
  denyAuditLogChanges(arns),
  {
    sid: 'RetryDeliveries',
    actions: ['dynamodb:Query', 'dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [deliveries],
  },
];

/** The permissions of the function of each duty. */
export const operatorGrants = (arns: Arns): Readonly<Record<Duty, readonly Grant[]>> => ({
  read: readGrants(arns),
  change: changeGrants(arns),
  export: exportGrants(arns),
});
