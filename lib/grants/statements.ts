import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { auditLog, temporary } from './partitions.ts';

/** No function reads what it does not need: neither the sessions of others nor the audit log. */
export const readItems = ({ table }: Pick<ResourceArns, 'table'>, partitions: readonly string[]): Grant => ({
  sid: 'ReadItems',
  actions: ['dynamodb:GetItem', 'dynamodb:Query'],
  resources: [table],
  partitions,
});

/**
 * IAM checks each item of a transaction as the action that it is. Whether it then sees the partition of that item or of
 * all of them is not documented, so one statement names all partitions that a transaction writes.
 */
export const writeItems = ({ table }: Pick<ResourceArns, 'table'>, partitions: readonly string[]): Grant => ({
  sid: 'WriteItems',
  actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
  resources: [table],
  partitions,
});

/** Audit log entries are added in the transaction that they are about, and never changed or deleted. */
export const writeAuditLog = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'WriteAuditLog',
  denied: true,
  actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
  resources: [table],
  partitions: [auditLog],
});

export const readPepper = ({ pepperSecret }: Pick<ResourceArns, 'pepperSecret'>): Grant => ({
  sid: 'ReadPepper',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [pepperSecret],
});

export const readServiceTokenSecret = ({
  serviceTokenSecret,
}: Pick<ResourceArns, 'serviceTokenSecret'>): Grant => ({
  sid: 'ReadServiceTokenSecret',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [serviceTokenSecret],
});

export type MailArns = Pick<ResourceArns, 'mailIdentities' | 'mailConfigurationSet' | 'mailFrom'>;

/**
 * SES checks the identity of the sender: the address if that is verified, otherwise its domain. It also checks that of the recipient,
 * if that is an identity of the account or the account is in the sandbox. So the sender's address is the limit.
 */
export const sendMail = ({ mailIdentities, mailConfigurationSet, mailFrom }: MailArns): readonly Grant[] => [
  {
    sid: 'SendMail',
    actions: ['ses:SendEmail'],
    resources: [mailIdentities],
    conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
  },
  { sid: 'CountMail', actions: ['ses:SendEmail'], resources: [mailConfigurationSet] },
];

export const findAccount = ({ userPool }: Pick<ResourceArns, 'userPool'>): Grant => ({
  sid: 'FindAccount',
  actions: ['cognito-idp:AdminGetUser'],
  resources: [userPool],
});

export const keepAnswers = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'KeepAnswers',
  actions: ['dynamodb:PutItem'],
  resources: [table],
  partitions: [temporary],
});

/** Removes every version of objects, so that their bytes are gone at once. */
export const removeVersions = (name: string, bucket: string, prefix: string): readonly Grant[] => [
  { sid: `List${name}`, actions: ['s3:ListBucketVersions'], resources: [bucket], prefix },
  { sid: `Remove${name}`, actions: ['s3:DeleteObjectVersion'], resources: [`${bucket}/${prefix}`] },
];

export const removeCopies = ({ documents }: Pick<ResourceArns, 'documents'>): readonly Grant[] =>
  removeVersions('ApplicationPdfs', documents, 'application-pdfs/*');
