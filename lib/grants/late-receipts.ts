import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { applications, draftLists, listRows, notices, pending, rowRebuilds, warnings } from './partitions.ts';
import { type MailArns, readItems, readPepper, readSettings, sendMail } from './statements.ts';

/**
 * The permissions of the function that mails late receipts and notices. It reads one application at a time,
 * and writes no answer. It also rebuilds rows of the console's list.
 */
export const lateReceiptGrants = (
  arns: Pick<ResourceArns, 'table' | 'pepperSecret' | keyof MailArns>,
): readonly Grant[] => [
  {
    sid: 'FindPending',
    actions: ['dynamodb:Query', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [pending, notices],
  },
  readItems(arns, [applications]),
  readSettings(arns),
  // Before a deadline it goes through the list of drafts.
  { sid: 'FindDrafts', actions: ['dynamodb:Query'], resources: [arns.table], partitions: [draftLists] },
  {
    sid: 'KeepProgress',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [warnings],
  },
  {
    sid: 'ClaimMail',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [applications, notices],
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
