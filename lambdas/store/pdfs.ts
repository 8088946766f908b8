import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { ApplicationRecord } from './application.ts';
import type { Write } from './change.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, isConflict, TableName, table } from './table.ts';

/** Time after which an unfinished PDF counts as failed. */
const drawingMs = deadlineSeconds.applicationPdf * 1000;
/**
 * Time for which a PDF is used. The bucket deletes it after a day, so a new one is drawn well before
 * that.
 */
const lifetimeMs = 20 * 3_600_000;

/** The PDF of the current revision; undefined if none was requested since the last change. */
export function currentPdf(
  { rev }: Pick<ApplicationRecord, 'rev'>,
  pdf: items.StoredPdf | undefined,
): items.StoredPdf | undefined {
  if (pdf === undefined || pdf.rev !== rev || now() > pdf.deadline + lifetimeMs) return undefined;
  const isLate = pdf.status !== 'COMPLETED' && now() > pdf.deadline;
  return isLate ? { ...pdf, status: 'FAILED' } : pdf;
}

/** True if a PDF of any revision is being drawn. */
export const isBeingDrawn = (pdf: items.StoredPdf | undefined): boolean =>
  pdf?.status === 'UNPROCESSED' && now() <= pdf.deadline;

interface PdfRequest {
  readonly id: string;
  /** The revision of the application. */
  readonly rev: number;
  /** The PDF that it replaces. */
  readonly seen: items.StoredPdf | undefined;
}

/** Records that a PDF is being drawn; false if another request, or a change that deletes PDFs, came first. */
export async function requestPdf(sub: ApplicantId, { id, rev, seen }: PdfRequest): Promise<boolean> {
  const put = new PutCommand({
    TableName,
    Item: {
      ...keys.applicationPdf(sub),
      id,
      rev,
      status: 'UNPROCESSED',
      requested_at: new Date(now()).toISOString(),
      deadline: now() + drawingMs,
      expires_at: seconds(now() + drawingMs + lifetimeMs),
    },
    ConditionExpression: seen === undefined ? 'attribute_not_exists(pk)' : 'id = :seen',
    ExpressionAttributeValues: seen === undefined ? undefined : { ':seen': seen.id },
  });
  try {
    await table.send(put);
    return true;
  } catch (error) {
    if (isConditionFailure(error) || isConflict(error)) return false;
    throw error;
  }
}

/**
 * Deletes the record of a PDF, so the next request draws a new one. Does nothing if another was requested
 * since.
 */
export async function forgetPdf(sub: ApplicantId, id: string): Promise<void> {
  const command = new DeleteCommand({
    TableName,
    Key: keys.applicationPdf(sub),
    ConditionExpression: 'id = :id',
    ExpressionAttributeValues: { ':id': id },
  });
  await table.send(command).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** Reads the PDF's item, of any revision. */
export async function readStoredPdf(sub: ApplicantId): Promise<items.StoredPdf | undefined> {
  const Key = keys.applicationPdf(sub);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && items.applicationPdf.parse(Item);
}

/**
 * Deletes the PDF's item within a transaction, so a PDF that is being drawn does not become the current one.
 */
export const pdfRemoval = (sub: ApplicantId): Write => ({
  Delete: { TableName, Key: keys.applicationPdf(sub) },
});
