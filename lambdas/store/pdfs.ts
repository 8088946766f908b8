import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { ApplicationRecord } from './application.ts';
import type { Write } from './change.ts';
import * as items from './items.ts';
import { keys, type PdfAudience, pdfAudiences } from './keys.ts';
import { isConditionFailure, isConflict, queryAll, TableName, table } from './table.ts';

/** Time after which an unfinished PDF counts as failed. */
const drawingMs = deadlineSeconds.applicationPdf * 1000;
/**
 * Time for which a PDF is used. The bucket deletes it after a day, so a new one is drawn well before
 * that.
 */
const lifetimeMs = 20 * 3_600_000;

const hidesSame = ({ hides = [] }: items.StoredPdf, wanted: readonly string[]): boolean =>
  JSON.stringify(hides) === JSON.stringify(wanted);

/**
 * The PDF of the current revision without the questions in `hides`; undefined if none was requested since the
 * last change, or since the partner changed which questions are hidden.
 */
export function currentPdf(
  { rev }: Pick<ApplicationRecord, 'rev'>,
  pdf: items.StoredPdf | undefined,
  hides: readonly string[] = [],
): items.StoredPdf | undefined {
  if (pdf === undefined || pdf.rev !== rev || !hidesSame(pdf, hides)) return undefined;
  if (now() > pdf.deadline + lifetimeMs) return undefined;
  const isLate = pdf.status !== 'COMPLETED' && now() > pdf.deadline;
  return isLate ? { ...pdf, status: 'FAILED' } : pdf;
}

/** True if a PDF of any revision is being drawn. */
export const isBeingDrawn = (pdf: items.StoredPdf | undefined): boolean =>
  pdf?.status === 'UNPROCESSED' && now() <= pdf.deadline;

interface PdfRequest {
  readonly audience: PdfAudience;
  readonly id: string;
  /** The revision of the application. */
  readonly rev: number;
  /** The PDF that it replaces. */
  readonly seen: items.StoredPdf | undefined;
  /** The questions to draw it without. */
  readonly hides?: readonly string[];
}

/** Records that a PDF is being drawn; false if another request, or a change that deletes PDFs, came first. */
export async function requestPdf(
  sub: ApplicantId,
  { audience, id, rev, seen, hides = [] }: PdfRequest,
): Promise<boolean> {
  const put = new PutCommand({
    TableName,
    Item: {
      ...keys.applicationPdf(sub, audience),
      id,
      rev,
      ...(hides.length > 0 && { hides }),
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
export async function forgetPdf(sub: ApplicantId, audience: PdfAudience, id: string): Promise<void> {
  const command = new DeleteCommand({
    TableName,
    Key: keys.applicationPdf(sub, audience),
    ConditionExpression: 'id = :id',
    ExpressionAttributeValues: { ':id': id },
  });
  await table.send(command).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** Reads the item of an audience's PDF, of any revision. */
export async function readStoredPdf(
  sub: ApplicantId,
  audience: PdfAudience,
): Promise<items.StoredPdf | undefined> {
  const Key = keys.applicationPdf(sub, audience);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && items.applicationPdf.parse(Item);
}

interface AudiencePdf extends items.StoredPdf {
  readonly audience: PdfAudience;
}

/** Reads the items of the PDFs of every audience, of any revision. */
export async function readStoredPdfs(sub: ApplicantId): Promise<readonly AudiencePdf[]> {
  const { pk } = keys.applicationPdf(sub, 'applicant');
  const found = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  });
  return pdfAudiences.flatMap((audience) => {
    const { sk } = keys.applicationPdf(sub, audience);
    const item = found.find((each) => each.sk === sk);
    return item === undefined ? [] : [{ ...items.applicationPdf.parse(item), audience }];
  });
}

/**
 * Deletes the PDFs' items within a transaction, so a PDF that is being drawn does not become the current one.
 */
export const pdfRemovals = (sub: ApplicantId): readonly Write[] =>
  pdfAudiences.map((audience) => ({ Delete: { TableName, Key: keys.applicationPdf(sub, audience) } }));
