import type { PdfKey } from '../aws/object-keys.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { same, set } from '../table/expression.ts';
import { keys, type PdfAudience } from '../table/keys.ts';
import { readStoredPdf, readStoredPdfs } from '../table/pdfs.ts';
import { isUpdated } from '../table/table.ts';

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
