import { staffReadRoutes } from '../../shared/api/console-routes.ts';
import { ServerError } from '../api-client/errors.ts';
import { callStaffForFile } from './call-staff.ts';

/** Milliseconds between two questions for a PDF that is being drawn. */
const pollMs = 2_000;
/** Drawing takes at most four minutes, also while many wait. */
const maxDrawMs = 4 * 60_000;
const maxRetries = 5;

const lateText = 'The PDF was not made in time.';
const failedText = 'The PDF could not be made.';
const deletedText = 'The application was deleted.';

/** A PDF that cannot be had. The others can. */
export class NoPdfError extends Error {
  override readonly name = 'NoPdfError';
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });

/** Too many calls, a server that is not ready, or a network that failed: the same call may work later. */
const isPassing = (error: ServerError): boolean => error.status === 0 || [429, 503].includes(error.status);

/** Milliseconds to wait before the next try. */
function waitAfter(error: unknown, retries: number): number {
  if (!(error instanceof ServerError)) throw error;
  if (error.status === 404) throw new NoPdfError(deletedText);
  if (error.body.status === 'FAILED') throw new NoPdfError(failedText);
  if (!isPassing(error) || retries === maxRetries) throw new NoPdfError(failedText, { cause: error });
  return Math.max(error.retryAfter * 1000, pollMs);
}

/** The PDF of an application, or undefined while it is being drawn. */
async function askForPdf(applicant: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const response = await callStaffForFile(staffReadRoutes.getPdf, { params: { applicant } }, { signal });
  if (response.status === 202) return undefined;
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new ServerError(failedText, 0, { cause });
  }
}

/** Fetches the PDF of an application. Waits until it is drawn, and as long as a busy server asks to. */
export async function fetchPdf(applicant: string, signal: AbortSignal): Promise<Uint8Array> {
  const end = Date.now() + maxDrawMs;
  let retries = 0;
  while (Date.now() < end) {
    signal.throwIfAborted();
    let wait = pollMs;
    try {
      const pdf = await askForPdf(applicant, signal);
      if (pdf !== undefined) return pdf;
    } catch (error) {
      signal.throwIfAborted();
      wait = waitAfter(error, retries);
      retries += 1;
    }
    await pause(wait, signal);
  }
  throw new NoPdfError(lateText);
}
