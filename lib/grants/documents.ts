import type { Grant } from '../constructs/function-role.ts';
import type { DataArns, ResourceArns } from './arns.ts';
import { applications, listRows, pdfs } from './partitions.ts';
import { onTable, readItems, readSettings, removeCopies, writeAuditLog } from './statements.ts';

/**
 * The permissions of each step of a conversion. A step that opens an applicant's file cannot reach the table.
 */
export const conversionGrants = (arns: DataArns) => ({
  inspect: [
    recordOutcome(arns, [applications]),
    writeAuditLog(arns),
    { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${arns.uploads}/uploads/*`] },
  ],
  convert: convertFiles(arns),
  office: convertFiles(arns),
  record: [
    // A document for the checklist also changes the list of the console.
    recordOutcome(arns, [applications, listRows]),
    writeAuditLog(arns),
    readItems(arns, [applications]),
    readSettings(arns),
    // The PDF of a document that was deleted during its conversion is removed.
    { sid: 'DeleteDocument', actions: ['s3:DeleteObject'], resources: [`${arns.documents}/documents/*`] },
  ],
});

/** The permissions of the function that starts conversions. It reads no file and no table. */
export const beginGrants = ({ machine, missed }: { readonly machine: string; readonly missed: string }) => [
  { sid: 'StartConversion', actions: ['states:StartExecution'], resources: [machine] },
  // Lambda sends there what the function could not handle.
  { sid: 'KeepMissed', actions: ['sqs:SendMessage'], resources: [missed] },
];

const recordOutcome = (arns: Pick<ResourceArns, 'table'>, partitions: readonly string[]): Grant =>
  onTable(arns, 'RecordOutcome', ['UpdateItem', 'PutItem', 'ConditionCheckItem'], partitions);

const convertFiles = ({ uploads, documents }: DataArns): readonly Grant[] => [
  { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${uploads}/uploads/*`] },
  { sid: 'WriteDocument', actions: ['s3:PutObject'], resources: [`${documents}/documents/*`] },
];

/** The permissions of the function that draws application PDFs. */
export const applicationPdfGrants = (arns: Pick<ResourceArns, 'table' | 'documents'>): readonly Grant[] => [
  readItems(arns, [applications, pdfs]),
  readSettings(arns),
  onTable(arns, 'RecordApplicationPdf', ['UpdateItem'], [pdfs]),
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
  {
    sid: 'WriteApplicationPdf',
    actions: ['s3:PutObject'],
    resources: [`${arns.documents}/application-pdfs/*`],
  },
  // A PDF that became outdated while it was drawn is removed.
  ...removeCopies(arns),
];
