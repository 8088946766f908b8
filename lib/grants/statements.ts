import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  applications,
  changedLists,
  counters,
  deviceLinks,
  listRows,
  mailOutbox,
  pdfs,
  settings,
  systemsOutbox,
} from './partitions.ts';

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** Actions on partitions of the table. With `attributes`, they may name no others. */
export const onTable = (
  { table }: Pick<ResourceArns, 'table'>,
  sid: string,
  actions: readonly TableAction[],
  partitions: readonly string[],
  attributes?: readonly string[],
): Grant => ({
  ...{ sid, partitions, ...(attributes && { attributes }) },
  actions: actions.map((action) => `dynamodb:${action}`),
  resources: [table],
});

/**
 * Read access to the named partitions only. No function reads data that it does not need, such as sessions.
 */
export const readItems = (arns: Pick<ResourceArns, 'table'>, partitions: readonly string[]): Grant =>
  onTable(arns, 'ReadItems', ['GetItem', 'Query'], partitions);

/**
 * IAM checks each item of a transaction against the item's own action. AWS does not document if the partition
 * condition covers one item or all items. One statement therefore names all partitions that a transaction
 * writes.
 */
export const writeItems = (
  arns: Pick<ResourceArns, 'table'>,
  partitions: readonly string[],
  more: readonly TableAction[] = [],
): Grant => onTable(arns, 'WriteItems', ['PutItem', 'UpdateItem', 'DeleteItem', ...more], partitions);

/**
 * One transaction changes a checklist, updates the console's list and the list of changes, and queues an
 * event for the university's systems, and a mail if it was the last item.
 */
export const receiveItems = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(
    arns,
    'ReceiveItems',
    ['UpdateItem', 'ConditionCheckItem', 'PutItem'],
    [applications, listRows, changedLists, mailOutbox, systemsOutbox],
  );

export const checkPasswords = ({
  userPool,
  clientSecret,
}: Pick<ResourceArns, 'userPool' | 'clientSecret'>): readonly Grant[] => [
  { sid: 'LogIn', actions: ['cognito-idp:AdminInitiateAuth'], resources: [userPool] },
  { sid: 'ReadClientSecret', actions: ['secretsmanager:GetSecretValue'], resources: [clientSecret] },
];

/** Audit events are added, some in the transaction that they describe, and never changed or deleted. */
export const writeAuditLog = ({ auditTable }: Pick<ResourceArns, 'auditTable'>): Grant => ({
  sid: 'WriteAuditLog',
  actions: ['dynamodb:PutItem'],
  resources: [auditTable],
});

/** Only the settings in effect: the versions name the staff who published them. */
export const readSettings = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'ReadSettings', ['GetItem'], [settings]);

export const readPepper = ({ pepperSecret }: Pick<ResourceArns, 'pepperSecret'>): Grant => ({
  sid: 'ReadPepper',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [pepperSecret],
});

export const readStaffTokenSecret = ({
  staffTokenSecret,
}: Pick<ResourceArns, 'staffTokenSecret'>): Grant => ({
  sid: 'ReadServiceTokenSecret',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [staffTokenSecret],
});

export type MailArns = Pick<ResourceArns, 'mailIdentities' | 'mailConfigurationSet' | 'mailFrom'>;

/**
 * SES checks the sender's identity: the address if it is verified, otherwise its domain. It also checks the
 * recipient's identity if that belongs to the account, or if the account is in the sandbox. The limit is
 * therefore set on the sender's address.
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

export const writeDeviceLinks = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'KeepAnswers', ['PutItem'], [deviceLinks]);

/** Permission to list the versions of objects under a prefix. */
export const listVersions = (name: string, bucket: string, prefix: string): Grant => ({
  sid: `List${name}`,
  actions: ['s3:ListBucketVersions'],
  resources: [bucket],
  prefix,
});

/** Permission to delete every version of objects, so their bytes are gone immediately. */
export const removeVersions = (name: string, bucket: string, prefix: string): readonly Grant[] => [
  listVersions(name, bucket, prefix),
  { sid: `Remove${name}`, actions: ['s3:DeleteObjectVersion'], resources: [`${bucket}/${prefix}`] },
];

export const removeCopies = ({ documents }: Pick<ResourceArns, 'documents'>): readonly Grant[] =>
  removeVersions('ApplicationPdfs', documents, 'application-pdfs/*');

export const recordRequestedPdf = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'RecordRequestedPdf', ['PutItem', 'DeleteItem'], [pdfs]);

export const serveCopies = ({
  documents,
  applicationPdfMachine,
}: Pick<ResourceArns, 'documents' | 'applicationPdfMachine'>): readonly Grant[] => [
  { sid: 'ReadApplicationPdf', actions: ['s3:GetObject'], resources: [`${documents}/application-pdfs/*`] },
  { sid: 'StartApplicationPdf', actions: ['states:StartExecution'], resources: [applicationPdfMachine] },
  // A new PDF replaces every earlier one.
  ...removeCopies({ documents }),
];

export const countCalls = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'CountCalls', ['UpdateItem'], [counters]);

export const readOriginSecret = ({ originSecret }: Pick<ResourceArns, 'originSecret'>): Grant => ({
  sid: 'ReadOriginSecret',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [originSecret],
});

export const findAddresses = (places: string): Grant => ({
  sid: 'FindAddress',
  actions: ['geo-places:Autocomplete', 'geo-places:GetPlace'],
  resources: [places],
});
