import { zipDrawSeconds } from '../../shared/api/conversion-time.ts';
import { inOrder } from '../../shared/archive/in-order.ts';
import { zipBytes } from '../../shared/archive/zip-bytes.ts';
import { writeInParts } from '../aws/multipart.ts';
import { keyOfZip } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { log } from '../runtime/log.ts';
import { recordEvent } from '../store/audit-log.ts';
import { applicantAt, rowsOf } from '../store/list-rows.ts';
import { changeZipFile, isRunning, readZipFile, type ZipFile, type ZipName } from '../store/zip-files.ts';
import { indexHead, indexLine, pdfNameOf } from './zip-index.ts';
import { readPdf, readyPdf, type ZipProblem, zipProblems } from './zip-pdf.ts';

/** PDFs that are drawn or read at the same time. Applicants share the functions that draw, so it is few. */
const maxConcurrent = 8;
/** The function may run for 15 minutes, and the last PDF takes up to four. */
const maxPrepareMs = 10 * 60_000;
/** Time that writing waits for PDFs that are outdated since they were prepared. */
const maxRedrawMs = 4 * 60_000;
const progressMs = 2_000;

/** The file was canceled, or its time is over. */
class Stopped extends Error {}

/** Stores the progress every two seconds, and stops the work on a file that is no longer wanted. */
function progressOf(file: ZipFile, state: 'preparing' | 'writing') {
  let stored = now();
  return async (change: Pick<ZipFile, 'done' | 'failed'>, isLast = false): Promise<void> => {
    if (!isLast && now() < stored + progressMs) return;
    stored = now();
    if (!(await changeZipFile(file, { state, ...change }))) throw new Stopped();
  };
}

/** Runs a step unless the file is complete, canceled or failed. Returns what is next. */
async function step<Next extends string>(
  name: ZipName,
  work: (file: ZipFile) => Promise<Next>,
): Promise<Next | 'end'> {
  const file = await readZipFile(name);
  if (file === undefined || !isRunning(file)) return 'end';
  try {
    return await work(file);
  } catch (error) {
    if (error instanceof Stopped) return 'end';
    throw error;
  }
}

/** Draws the PDFs that are missing, until all are there or the function has run for ten minutes. */
export const prepareZip = (name: ZipName): Promise<'prepare' | 'write' | 'end'> =>
  step(name, async (file) => {
    const end = now() + maxPrepareMs;
    const until = Date.parse(file.created_at) + zipDrawSeconds * 1000;
    const store = progressOf(file, 'preparing');
    const failed = [...file.failed];
    let { done } = file;
    const left = file.applicants.slice(done);
    const found = inOrder(left, maxConcurrent, async (applicant, signal) => ({
      applicant,
      pdf: await readyPdf(applicant, { audience: file.audience, until, signal }),
    }));
    for await (const { applicant, pdf } of found) {
      if (typeof pdf === 'string') failed.push({ applicant, reason: pdf });
      done += 1;
      await store({ done, failed });
      if (now() > end) break;
    }
    await store({ done, failed }, true);
    return done < file.applicants.length ? 'prepare' : 'write';
  });

/** The PDFs in the order of the file, then the index. */
async function* entriesOf(file: ZipFile, failed: Map<ApplicantId, string>) {
  const store = progressOf(file, 'writing');
  const rows = new Map((await rowsOf(file.applicants)).map((row) => [applicantAt(row.sk), row]));
  const lines = [indexHead];
  const until = now() + maxRedrawMs;
  const pdfs = inOrder(file.applicants, maxConcurrent, async (applicant, signal) => ({
    applicant,
    pdf:
      (failed.get(applicant) as ZipProblem | undefined) ??
      (await readPdf(applicant, { audience: file.audience, until, signal })),
  }));
  let done = 0;
  const storeNow = (isLast = false) =>
    store({ done, failed: [...failed].map(([applicant, reason]) => ({ applicant, reason })) }, isLast);
  for await (const { applicant, pdf } of pdfs) {
    const row = rows.get(applicant);
    if (typeof pdf === 'string') failed.set(applicant, pdf);
    if (typeof pdf === 'string' || row === undefined) {
      const problem = typeof pdf === 'string' ? pdf : zipProblems.deleted;
      failed.set(applicant, problem);
      lines.push(
        indexLine({ row: problem === zipProblems.deleted ? undefined : row, problem, host: file.host }),
      );
    } else {
      const name = pdfNameOf(pdf.answers, row.confirmation);
      lines.push(indexLine({ row, file: name, host: file.host }));
      yield { name, bytes: pdf.bytes };
    }
    done += 1;
    await storeNow();
  }
  await storeNow(true);
  yield { name: 'index.csv', bytes: Buffer.from(lines.join('')) };
}

/** Records for each applicant that the person gets the PDF, before the person can download it. */
async function recordReadings({ applicants, operator }: ZipFile, failed: ReadonlyMap<ApplicantId, string>) {
  const read = applicants.filter((each) => !failed.has(each));
  const details = { ...operator, names: ['application-pdf'], purpose: 'ZIP file' };
  for await (const _ of inOrder(read, maxConcurrent, (sub) => recordEvent(sub, 'application-read', details)));
}

/** Writes the ZIP file. A repeated try writes it again from the start. */
export const writeZip = (name: ZipName): Promise<'end'> =>
  step(name, async (file) => {
    const started = performance.now();
    const failed = new Map(file.failed.map(({ applicant, reason }) => [applicant, reason] as const));
    const bytes = zipBytes(entriesOf(file, failed), new Date(file.created_at));
    const size = await writeInParts(keyOfZip(file.member, file.id), 'application/zip', bytes);
    await recordReadings(file, failed);
    if (!(await changeZipFile(file, { state: 'completed', size }))) throw new Stopped();
    const milliseconds = Math.round(performance.now() - started);
    log({ level: 'info', event: 'zip.written', applications: file.applicants.length, size, milliseconds });
    return 'end';
  });

/** Records that a step failed for good. */
export async function failZip(name: ZipName): Promise<'end'> {
  await changeZipFile(name, { state: 'failed' });
  log({ level: 'error', event: 'zip.failed', id: name.id });
  return 'end';
}
