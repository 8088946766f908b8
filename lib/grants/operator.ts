import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  applications,
  arrivals,
  journal,
  lists,
  owedPapers,
  packages,
  recoveryCodes,
  serviceTokens,
  sessionEpochs,
  sessions,
} from './partitions.ts';
import {
  findAccount,
  keepAnswers,
  keepJournal,
  readPepper,
  readServiceTokenSecret,
  sendMail,
} from './statements.ts';

/**
 * The permissions of the operator's function: tokens for staff, device links, ending sessions and second factors, the journal, and
 * finding applications.
 */
export const operatorGrants = (
  arns: Pick<
    ResourceArns,
    'table' | 'userPool' | 'pepperSecret' | 'serviceTokenSecret' | 'mailIdentity' | 'mailConfigurationSet'
  >,
): readonly Grant[] => [
  findAccount(arns),
  readPepper(arns),
  { sid: 'ReadJournal', actions: ['dynamodb:Query'], resources: [arns.table], partitions: [journal] },
  {
    sid: 'FindApplications',
    actions: ['dynamodb:Query', 'dynamodb:GetItem'],
    resources: [arns.table],
    partitions: [...lists, applications],
  },
  readServiceTokenSecret(arns),
  // One statement for both: a token and its journal entry are written in one transaction.
  {
    sid: 'IssueToken',
    actions: ['dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [serviceTokens, journal],
  },
  {
    sid: 'RevokeToken',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [serviceTokens],
  },
  keepAnswers(arns),
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
    partitions: [sessionEpochs],
  },
  // Papers that arrive are ticked off with their journal entry, and a mail is owed about the last of them, in one transaction.
  {
    sid: 'ReceivePapers',
    actions: ['dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem', 'dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [applications, journal, owedPapers],
  },
  keepJournal(arns),
  // A lost second factor: its owner gets a mail.
  { sid: 'StopAsking', actions: ['cognito-idp:AdminSetUserMFAPreference'], resources: [arns.userPool] },
  {
    sid: 'ForgetRecoveryCodes',
    actions: ['dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [recoveryCodes],
  },
  sendMail(arns),
  // Packages that could not be delivered.
  {
    sid: 'RetryArrivals',
    actions: ['dynamodb:Query', 'dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [arrivals],
  },
  // What an earlier version did not list: the user pool says which applications there are, so nothing scans the table. One statement
  // for what is read and what one transaction writes.
  { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [arns.userPool] },
  {
    sid: 'Reindex',
    actions: ['dynamodb:GetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [applications, ...lists, arrivals, packages],
  },
];
