import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import { now, pause } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { readApplication } from '../store/application.ts';
import type { Submission } from '../store/items.ts';
import { latestPdf } from './latest-pdf.ts';

/** Reasons for which a ZIP file has no PDF of an application. Staff read them. */
export const zipProblems = {
  deleted: 'The application was deleted.',
  failed: 'The PDF could not be made.',
  late: 'The PDF was not made in time.',
} as const;
export type ZipProblem = (typeof zipProblems)[keyof typeof zipProblems];

const pollMs = 1_000;

interface Limits {
  readonly audience: StaffAudience;
  /** Time at which waiting ends, in milliseconds since 1970. */
  readonly until: number;
  readonly signal: AbortSignal;
}

type Answers = Submission['answers'];

interface ReadyPdf {
  readonly pdf_key: PdfKey;
  readonly answers: Answers;
}

/**
 * Finds the PDF of a submitted application, and draws it if there is none. Asks again for the application
 * each time: nothing is written about an applicant whose data is being deleted.
 */
export async function readyPdf(
  sub: ApplicantId,
  { audience, until, signal }: Limits,
): Promise<ReadyPdf | ZipProblem> {
  for (;;) {
    const { submission, erasedAt } = await readApplication(sub);
    if (submission === undefined || erasedAt !== undefined) return zipProblems.deleted;
    const { status, pdf_key } = await latestPdf(sub, audience);
    if (pdf_key !== undefined) return { pdf_key, answers: submission.answers };
    if (status === 'FAILED' || status === 'NOT_ANSWERED') return zipProblems.failed;
    if (now() > until) return zipProblems.late;
    signal.throwIfAborted();
    await pause(pollMs);
  }
}

interface ZippedPdf {
  readonly bytes: Uint8Array;
  readonly answers: Answers;
}

/** Reads the PDF. If a change of the application has just replaced it, reads the new one. */
export async function readPdf(sub: ApplicantId, limits: Limits): Promise<ZippedPdf | ZipProblem> {
  const { readObject } = await import('../aws/s3-objects.ts');
  const tries = 2;
  for (let number = 1; ; number += 1) {
    const pdf = await readyPdf(sub, limits);
    if (typeof pdf === 'string') return pdf;
    try {
      const bytes = await readObject({ bucket: environment('DOCUMENTS_BUCKET'), key: pdf.pdf_key });
      return { bytes, answers: pdf.answers };
    } catch (error) {
      if (number < tries) continue;
      log({ level: 'error', event: 'zip.failed', applicant: sub, error: describeError(error) });
      return zipProblems.failed;
    }
  }
}
