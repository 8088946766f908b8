import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { journal, temporary } from './partitions.ts';

/** No function reads what it does not need: neither the sessions of others nor the journal. */
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

/** Journal entries are added in the transaction that they are about, and never changed or deleted. */
export const keepJournal = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'KeepJournal',
  denied: true,
  actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
  resources: [table],
  partitions: [journal],
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

/** SES checks the sender and the configuration set. */
export const sendMail = ({
  mailIdentity,
  mailConfigurationSet,
}: Pick<ResourceArns, 'mailIdentity' | 'mailConfigurationSet'>): Grant => ({
  sid: 'SendMail',
  actions: ['ses:SendEmail'],
  resources: [mailIdentity, mailConfigurationSet],
});

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
  removeVersions('Copies', documents, 'copies/*');
