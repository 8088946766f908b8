import { randomUUID } from 'node:crypto';
import type { applicationPdf, applicationPdf as calls } from '../../shared/api/application-pdf.ts';
import type { Reply } from '../../shared/api/contract.ts';
import { hidesFor } from '../../shared/questions/audiences.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import type { Handlers } from '../http/request.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { recordEvent } from '../table/audit-log.ts';
import type { StoredPdf } from '../table/items.ts';
import type { PdfAudience } from '../table/keys.ts';
import {
  checklistToPrint,
  currentPdf,
  forgetPdf,
  isBeingDrawn,
  readStoredPdf,
  requestPdf,
} from '../table/pdfs.ts';
import { currentPartner } from '../table/settings.ts';

export type PdfStatus = Reply<typeof calls.getApplicationPdf>['status'];

/** The status of the newest PDF of an application; `pdf_key` once it is COMPLETED. */
interface LatestPdf {
  readonly status: PdfStatus;
  readonly pdf_key?: PdfKey;
  /** True if this request started the drawing. */
  readonly isStarted?: boolean;
}

/** An audience with its own PDF, and the questions that it does not see. */
interface Viewer {
  readonly audience: PdfAudience;
  readonly hides: readonly string[];
}

/** An audience that sees every question shares the applicant's PDF. */
function viewerOf(audience: PdfAudience): Viewer {
  const hides = audience === 'applicant' ? [] : hidesFor(partner(), audience);
  return hides.length === 0 ? { audience: 'applicant', hides } : { audience, hides };
}

/**
 * Deletes all earlier PDFs of an audience and starts drawing a new one. Of two concurrent requests, the
 * second waits for the PDF of the first. If the start fails, the request is deleted so that no one waits for
 * it. Returns true if this request started the drawing.
 */
async function start(
  sub: ApplicantId,
  { rev }: ApplicationRecord,
  seen: StoredPdf | undefined,
  shown: Viewer & Pick<StoredPdf, 'checklist'>,
): Promise<boolean> {
  const id = randomUUID();
  if (!(await requestPdf(sub, { ...shown, id, rev, seen }))) return false;
  const [{ startApplicationPdf }, { removeOutdatedPdfs }] = await Promise.all([
    import('../aws/step-functions.ts'),
    import('../documents/remove-files.ts'),
  ]);
  try {
    await removeOutdatedPdfs(sub);
    await startApplicationPdf(id, sub);
    return true;
  } catch (error) {
    await forgetPdf(sub, shown.audience, id);
    throw error;
  }
}

/**
 * Starts a PDF if none is as new as the answers and the checklist. If one is being drawn, the next starts
 * after it: alternating saves and requests draw one PDF at a time. A failure is reported once; the next
 * request starts a new PDF.
 */
export async function latestPdf(sub: ApplicantId, audience: PdfAudience): Promise<LatestPdf> {
  const viewer = viewerOf(audience);
  const [application, stored] = await Promise.all([
    readApplication(sub),
    readStoredPdf(sub, viewer.audience),
  ]);
  if (Object.keys(application.answers).length === 0) return { status: 'NOT_ANSWERED' };
  const shown = { ...viewer, checklist: checklistToPrint(application, await currentPartner()) };
  const current = currentPdf(application, stored, shown);
  if (current === undefined) {
    if (isBeingDrawn(stored)) return { status: 'UNPROCESSED' };
    return { status: 'UNPROCESSED', isStarted: await start(sub, application, stored, shown) };
  }
  if (current.status === 'FAILED') await forgetPdf(sub, viewer.audience, current.id);
  const { status, pdf_key } = current;
  return status === 'COMPLETED' && pdf_key !== undefined ? { status, pdf_key } : { status };
}

/** The file name of a downloaded PDF. */
export const pdfFileName = (): string => `${partner().shortName}-application.pdf`;

export const pdfCalls: Handlers<typeof applicationPdf> = {
  async getApplicationPdf({ caller: { sub } }) {
    const { status, pdf_key, isStarted } = await latestPdf(sub, 'applicant');
    if (isStarted) await recordEvent(sub, 'pdf-requested');
    if (pdf_key === undefined) return { body: { status, url: '' } };
    await recordEvent(sub, 'pdf-link');
    const { createDownloadLink } = await import('../aws/s3-links.ts');
    return { body: { status, url: await createDownloadLink(pdf_key, pdfFileName(), { isShown: true }) } };
  },
};
