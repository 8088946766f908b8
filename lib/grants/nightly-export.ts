import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { applications, changedLists, erasedLists, nightlyExport, submittedLists } from './partitions.ts';
import { readItems, readSettings } from './statements.ts';

/**
 * The permissions of the function that exports each night what was submitted, changed and deleted. It changes
 * no application, and cannot read what it wrote. Slate gets the PDFs of the packages.
 */
export const nightlyExportGrants = (
  arns: Pick<ResourceArns, 'table'> & { readonly packages: string; readonly hasPdfs: boolean },
): readonly Grant[] => [
  readItems(arns, [submittedLists, changedLists, erasedLists, applications]),
  readSettings(arns),
  {
    sid: 'KeepPlace',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [nightlyExport],
  },
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
