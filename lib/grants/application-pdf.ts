import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { applications, pdfs } from './partitions.ts';
import { readItems, readSettings, removeCopies } from './statements.ts';

/** The permissions of the function that draws application PDFs. */
export const applicationPdfGrants = (arns: Pick<ResourceArns, 'table' | 'documents'>): readonly Grant[] => [
  readItems(arns, [applications, pdfs]),
  readSettings(arns),
  {
    sid: 'RecordApplicationPdf',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [pdfs],
  },
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
  {
    sid: 'WriteApplicationPdf',
    actions: ['s3:PutObject'],
    resources: [`${arns.documents}/application-pdfs/*`],
  },
  // A PDF that became outdated while it was drawn is removed.
  ...removeCopies(arns),
];
