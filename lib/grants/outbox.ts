import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  applications,
  draftLists,
  listRows,
  mailOutbox,
  packages,
  rowRebuilds,
  systemsOutbox,
  warnings,
} from './partitions.ts';
import { type MailArns, readItems, readPepper, readSettings, sendMail } from './statements.ts';

/**
 * The permissions of the function that mails applicants and delivers submitted applications. It reads one
 * application at a time, and writes no answer. It also rebuilds rows of the console's list.
 */
export const outboxGrants = (
  arns: Pick<ResourceArns, 'table' | 'documents' | 'packages' | 'pepperSecret' | keyof MailArns> & {
    readonly bus: string;
  },
): readonly Grant[] => [
  readItems(arns, [applications, mailOutbox, systemsOutbox]),
  readSettings(arns),
  {
    sid: 'TryWork',
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [mailOutbox, systemsOutbox],
  },
  {
    sid: 'RecordMailed',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [applications],
  },
  {
    sid: 'RecordPackage',
    actions: ['dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [packages],
  },
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
  { sid: 'WritePackage', actions: ['s3:PutObject'], resources: [`${arns.packages}/packages/*`] },
  { sid: 'SendEvent', actions: ['events:PutEvents'], resources: [arns.bus] },
  // Before a deadline it goes through the list of drafts.
  { sid: 'FindDrafts', actions: ['dynamodb:Query'], resources: [arns.table], partitions: [draftLists] },
  {
    sid: 'KeepProgress',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [warnings],
  },
  {
    sid: 'FindRebuilds',
    actions: ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [rowRebuilds],
  },
  // One transaction writes a row, unless its application changes in the meantime.
  {
    sid: 'RebuildRows',
    actions: ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:ConditionCheckItem'],
    resources: [arns.table],
    partitions: [applications, listRows],
  },
  // The links in mails about deadlines are signed with it.
  readPepper(arns),
  ...sendMail(arns),
];
