import { randomUUID } from 'node:crypto';
import type { applicationPdf as calls } from '../../shared/api/application-pdf.ts';
import type { Reply } from '../../shared/api/contract.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { readApplication, type StoredApplication } from '../store/application.ts';
import { currentCopy, forgetCopy, requestCopy } from '../store/pdfs.ts';

export type CopyStatus = Reply<typeof calls.getApplicationPdf>['status'];

/** How the newest copy of an application stands; `pdf_key` once it is COMPLETED. */
export interface StandingCopy {
  readonly status: CopyStatus;
  readonly pdf_key?: PdfKey;
}

/**
 * Starts a copy, once every earlier one is gone. Whoever loses the race waits for the other one's; nobody waits for one
 * that could not be started.
 */
async function start(sub: ApplicantId, application: StoredApplication): Promise<void> {
  const id = randomUUID();
  if (!(await requestCopy(sub, id, application))) return;
  const [{ startCopy }, { removeEarlierCopies }] = await Promise.all([
    import('../aws/step-functions.ts'),
    import('./earlier-pdfs.ts'),
  ]);
  try {
    await removeEarlierCopies(sub);
    await startCopy(id, sub);
  } catch (error) {
    await forgetCopy(sub, id);
    throw error;
  }
}

/** Starts a copy when none is as new as the answers. A failed one is told once; the next request makes a new one. */
export async function standingCopy(sub: ApplicantId): Promise<StandingCopy> {
  const application = await readApplication(sub);
  if (application.pages.size === 0) return { status: 'NOT_ANSWERED' };
  const current = currentCopy(application);
  if (current === undefined) {
    await start(sub, application);
    return { status: 'UNPROCESSED' };
  }
  if (current.status === 'FAILED') await forgetCopy(sub, current.id);
  const { status, pdf_key } = current;
  return status === 'COMPLETED' && pdf_key !== undefined ? { status, pdf_key } : { status };
}

/** The name under which a copy is downloaded. */
export const copyFileName = (): string => `${partner().shortName}-application.pdf`;
