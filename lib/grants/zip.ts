import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { applications, listRows, pdfs, zipFiles } from './partitions.ts';
import { readItems, recordRequestedPdf, serveCopies, writeAuditLogItems } from './statements.ts';

/**
 * The permissions of the function that makes ZIP files of application PDFs. It changes no application, and
 * cannot read what it wrote.
 */
export const zipGrants = (
  arns: Pick<ResourceArns, 'table' | 'documents' | 'packages' | 'applicationPdfMachine'>,
): readonly Grant[] => [
  readItems(arns, [applications, pdfs, zipFiles]),
  {
    sid: 'ReadRows',
    actions: ['dynamodb:BatchGetItem'],
    resources: [arns.table],
    partitions: [listRows],
  },
  {
    sid: 'RecordZip',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [zipFiles],
  },
  recordRequestedPdf(arns),
  writeAuditLogItems(arns),
  ...serveCopies(arns),
  {
    sid: 'WriteZip',
    actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
    resources: [`${arns.packages}/zips/*`],
  },
];
