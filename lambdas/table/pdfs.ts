import { isDeepStrictEqual } from 'node:util';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { checklistOf } from '../../shared/partners/next-steps.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { ApplicationRecord } from './application.ts';
import { absent, same, set } from './expression.ts';
import * as items from './items.ts';
import { keys, type PdfAudience, pdfAudiences } from './keys.ts';
import { del, isConflict, isUpdated, put, queryAll, readItem, type Write, writes } from './table.ts';

/** Time after which an unfinished PDF counts as failed. */
const drawingMs = deadlineSeconds.applicationPdf * 1000;
/**
 * Time for which a PDF is used. The bucket deletes it after a day, so a new one is drawn well before
 * that.
 */
const lifetimeMs = 20 * 3_600_000;

/** Content of a PDF that changes without a new revision of the application. */
interface ShownContent {
  /** The keys of questions and titles of sections that the PDF omits. */
  readonly hides?: readonly string[];
  readonly checklist?: items.StoredPdf['checklist'];
}

const showsSame = (pdf: ShownContent, { hides = [], checklist }: ShownContent): boolean =>
  isDeepStrictEqual([pdf.hides ?? [], pdf.checklist], [hides, checklist]);

/** The checklist on page one of a PDF that is drawn now; undefined for a draft. */
export const checklistToPrint = (
  { submission, checklist }: ApplicationRecord,
  partner: PartnerWithSettings,
): items.StoredPdf['checklist'] =>
  submission && {
    // A hidden answer may decide which items an applicant needs.
    ...checklistOf(partner, submission.answers, checklist.received),
    on: dayIn(partner.timeZone, now()),
  };

/**
 * The PDF of the current revision with this content; undefined if none was requested since the last change of
 * the application, of its checklist, of the settings, of the day or of the hidden questions.
 */
export function currentPdf(
  { rev }: Pick<ApplicationRecord, 'rev'>,
  pdf: items.StoredPdf | undefined,
  shown: ShownContent = {},
): items.StoredPdf | undefined {
  if (pdf === undefined || pdf.rev !== rev || !showsSame(pdf, shown)) return undefined;
  if (now() > pdf.deadline + lifetimeMs) return undefined;
  const isLate = pdf.status !== 'COMPLETED' && now() > pdf.deadline;
  return isLate ? { ...pdf, status: 'FAILED' } : pdf;
}

/** True if a PDF of any revision is being drawn. */
export const isBeingDrawn = (pdf: items.StoredPdf | undefined): boolean =>
  pdf?.status === 'UNPROCESSED' && now() <= pdf.deadline;

interface PdfRequest extends ShownContent {
  readonly audience: PdfAudience;
  readonly id: string;
  /** The revision of the application. */
  readonly rev: number;
  /** The PDF that it replaces. */
  readonly seen: items.StoredPdf | undefined;
}

/** Records that a PDF is being drawn; false if another request, or a change that deletes PDFs, came first. */
export async function requestPdf(
  sub: ApplicantId,
  { audience, id, rev, seen, hides = [], checklist }: PdfRequest,
): Promise<boolean> {
  const requested = {
    ...{ ...keys.applicationPdf(sub, audience), id, rev, status: 'UNPROCESSED' },
    ...(hides.length > 0 && { hides }),
    ...(checklist && { checklist }),
    requested_at: new Date(now()).toISOString(),
    deadline: now() + drawingMs,
    expires_at: seconds(now() + drawingMs + lifetimeMs),
  };
  try {
    return await put(requested, { if: seen === undefined ? absent : same({ id: seen.id }) });
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

/**
 * Deletes the record of a PDF, so the next request draws a new one. Does nothing if another was requested
 * since.
 */
export async function forgetPdf(sub: ApplicantId, audience: PdfAudience, id: string): Promise<void> {
  await del(keys.applicationPdf(sub, audience), { if: same({ id }) });
}

/** Reads the item of an audience's PDF, of any revision. */
export const readStoredPdf = (
  sub: ApplicantId,
  audience: PdfAudience,
): Promise<items.StoredPdf | undefined> => readItem(keys.applicationPdf(sub, audience), items.applicationPdf);

interface AudiencePdf extends items.StoredPdf {
  readonly audience: PdfAudience;
}

/** Reads the items of the PDFs of every audience, of any revision. */
export async function readStoredPdfs(sub: ApplicantId): Promise<readonly AudiencePdf[]> {
  const { pk } = keys.applicationPdf(sub, 'applicant');
  const found = await queryAll(pk);
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
  pdfAudiences.map((audience) => writes.del(keys.applicationPdf(sub, audience)));

type Outcome = { readonly status: 'COMPLETED'; readonly pdf_key: PdfKey } | { readonly status: 'FAILED' };

/**
 * Records the outcome of drawing a PDF. Returns whether the PDF is the current one: not if another was
 * requested since, a document was deleted, or it had already failed. A repeated step finds its own outcome.
 */
export const recordPdfOutcome = async (sub: ApplicantId, id: string, outcome: Outcome): Promise<boolean> => {
  const audience = (await readStoredPdfs(sub)).find((each) => each.id === id)?.audience;
  if (audience === undefined) return false;
  if (await isRecorded(sub, audience, id, outcome)) return outcome.status === 'COMPLETED';
  const current = await readStoredPdf(sub, audience);
  return current?.id === id && current.status === 'COMPLETED';
};

const isRecorded = (
  sub: ApplicantId,
  audience: PdfAudience,
  id: string,
  outcome: Outcome,
): Promise<boolean> => {
  const waiting = same({ id, status: 'UNPROCESSED' });
  return isUpdated(keys.applicationPdf(sub, audience), set(outcome), { if: waiting });
};
