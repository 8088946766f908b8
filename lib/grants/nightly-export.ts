import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  applications,
  changedLists,
  erasedLists,
  nightlyExport,
  operatorLog,
  submittedLists,
} from './partitions.ts';
import { readItems, readSettings, writeAuditLogItems } from './statements.ts';

/**
 * The permissions of the function that exports each night what was submitted, changed and
 * deleted. It changes no
 * application, and cannot read what it wrote.
 */
export const nightlyExportGrants = (
  arns: Pick<ResourceArns, 'table'> & { readonly packages: string },
): readonly Grant[] => [
  readItems(arns, [submittedLists, changedLists, erasedLists, applications]),
  readSettings(arns),
  // Rehearsals.
  writeAuditLogItems(arns, operatorLog),
  {
    sid: 'KeepPlace',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [nightlyExport],
  },
  {
    sid: 'WriteExport',
    actions: ['s3:PutObject'],
    resources: [`${arns.packages}/exports/*`, `${arns.packages}/statistics/*`],
  },
];
