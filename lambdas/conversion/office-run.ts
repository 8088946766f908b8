import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { officeSeconds } from '../../shared/api/conversion-time.ts';
import { type OfficeLimits, type ProcessOutcome, runWithLimits } from './office-process.ts';
import { writeProfile } from './office-profile.ts';
import { failConversion, rejectFile, rejectionMessages } from './rejections.ts';

export interface Office {
  readonly program: string;
  readonly limits: OfficeLimits & { readonly totalMs: number };
}

/** The installed LibreOffice, with limits that let its step end in time. */
export const installedOffice = (program: string): Office => ({
  program,
  limits: {
    softMs: 30_000,
    startUpMs: 1_000,
    hardMs: 60_000,
    totalMs: officeSeconds * 1000,
    memoryKilobytes: 1_572_864,
    isolated: true,
  },
});

/** Converts a sanitized Word document. A run that never started is retried once in the remaining time. */
export const officePdf = async (
  docx: Uint8Array,
  { program, limits }: Office,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  const found = (await findProgram(program)) ?? failConversion(rejectionMessages.converterMissing);
  const started = performance.now();
  const first = await convertOnce({ docx, program: found, limits, signal });
  if (first.ending !== 'never started') return pdfOf(first);
  const left = limits.totalMs - (performance.now() - started);
  return pdfOf(
    await convertOnce({
      ...{ docx, program: found, signal },
      limits: { ...limits, softMs: left, hardMs: Math.min(limits.hardMs, left) },
    }),
  );
};

const findProgram = async (program: string) => {
  const folders = isAbsolute(program) ? [''] : (process.env.PATH ?? '').split(delimiter);
  for (const folder of folders) {
    const path = join(folder, program);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return path;
  }
  return undefined;
};

interface Conversion {
  readonly docx: Uint8Array;
  readonly program: string;
  readonly limits: OfficeLimits;
  readonly signal: AbortSignal | undefined;
}

interface Attempt {
  readonly ending: ProcessOutcome;
  readonly pdf: Uint8Array | undefined;
  /**
   * True if LibreOffice ran out of space for temporary files. It exits as if the document were unreadable.
   */
  readonly isDiskFull: boolean;
}

/** LibreOffice needs more free space than this for the smallest document. */
const minRoomBytes = 1_048_576;

const isFull = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < minRoomBytes;
};

/**
 * Runs LibreOffice once, in its own folder and profile. With a relative profile URL, LibreOffice would hang
 * for minutes.
 */
const convertOnce = async ({ docx, program, limits, signal }: Conversion): Promise<Attempt> => {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  try {
    const profile = join(folder, 'profile');
    const input = join(folder, 'in.docx');
    await Promise.all([writeProfile(profile, program), writeFile(input, docx)]);
    const args = argsOf({ profile, folder, input });
    const ending = await runWithLimits({ program, args, folder, limits, signal });
    const pdf = await readFile(join(folder, 'in.pdf')).catch(() => undefined);
    return { ending, pdf, isDiskFull: await isFull(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

const argsOf = ({ profile, folder, input }: { profile: string; folder: string; input: string }) => [
  `-env:UserInstallation=${pathToFileURL(profile).href}`,
  ...['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
  // Without the name of the filter, LibreOffice goes by the content, and its other filters follow links.
  '--infilter=MS Word 2007 XML',
  ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, input],
];

const sentences: Readonly<Record<Exclude<ProcessOutcome, 'ended' | 'stopped'>, string>> = {
  died: rejectionMessages.converterDied,
  'never started': rejectionMessages.ourFault,
  'took too long': rejectionMessages.tookTooLong,
};

/**
 * Returns the PDF of a run. If LibreOffice exited without a PDF, the document is unreadable. No other outcome
 * is blamed on the document.
 */
const pdfOf = ({ ending, pdf, isDiskFull }: Attempt) => {
  const cause = new Error(`The converter ${ending}`);
  // The upload was deleted or replaced, so this does not count as a failure.
  if (ending === 'stopped') return rejectFile(rejectionMessages.unreadable, cause);
  if (ending !== 'ended') return failConversion(sentences[ending], cause);
  if (pdf !== undefined) return pdf;
  if (isDiskFull) return failConversion(rejectionMessages.ourFault, new Error('The disk is full'));
  return rejectFile(rejectionMessages.unreadable, cause);
};
