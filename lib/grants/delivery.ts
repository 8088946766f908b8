import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  applications,
  changedLists,
  draftLists,
  erasedLists,
  listRows,
  mailOutbox,
  nightlyExport,
  packages,
  rowRebuilds,
  submittedLists,
  systemsOutbox,
  warnings,
} from './partitions.ts';
import { type MailArns, onTable, readItems, readPepper, readSettings, sendMail } from './statements.ts';

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
  onTable(arns, 'TryWork', ['UpdateItem', 'DeleteItem'], [mailOutbox, systemsOutbox]),
  onTable(arns, 'RecordMailed', ['UpdateItem'], [applications]),
  onTable(arns, 'RecordPackage', ['PutItem'], [packages]),
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
  { sid: 'WritePackage', actions: ['s3:PutObject'], resources: [`${arns.packages}/packages/*`] },
  { sid: 'SendEvent', actions: ['events:PutEvents'], resources: [arns.bus] },
  // Before a deadline it goes through the list of drafts.
  onTable(arns, 'FindDrafts', ['Query'], [draftLists]),
  onTable(arns, 'KeepProgress', ['GetItem', 'PutItem'], [warnings]),
  onTable(arns, 'FindRebuilds', ['Query', 'PutItem', 'DeleteItem'], [rowRebuilds]),
  // One transaction writes a row, unless its application changes in the meantime.
  onTable(arns, 'RebuildRows', ['Query', 'PutItem', 'ConditionCheckItem'], [applications, listRows]),
  // The links in mails about deadlines are signed with it.
  readPepper(arns),
  ...sendMail(arns),
];

/**
 * The permissions of the function that exports each night what was submitted, changed and deleted. It changes
 * no application, and cannot read what it wrote. Slate gets the PDFs of the packages.
 */
export const nightlyExportGrants = (
  arns: Pick<ResourceArns, 'table'> & { readonly packages: string; readonly hasPdfs: boolean },
): readonly Grant[] => [
  readItems(arns, [submittedLists, changedLists, erasedLists, applications]),
  readSettings(arns),
  onTable(arns, 'KeepPlace', ['UpdateItem'], [nightlyExport]),
  {
    sid: 'WriteExport',
    actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
    resources: [`${arns.packages}/exports/*`],
  },
  ...(arns.hasPdfs
    ? [
        { sid: 'ReadPackages', actions: ['s3:GetObject'], resources: [`${arns.packages}/packages/*`] },
        // Without it, S3 returns the same error for a missing object and for a forbidden one.
        { sid: 'MissPackages', actions: ['s3:ListBucket'], resources: [arns.packages] },
      ]
    : []),
];
