import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OfficeLimits, type ProcessOutcome, runWithLimits } from './office-process.ts';
import { failConversion, rejectFile, rejectionMessages } from './rejections.ts';
import { sanitizeDocx } from './sanitize-docx.ts';
import { type SanitizedPdf, sanitizePdf } from './sanitize-pdf.ts';

export interface Office {
  readonly program: string;
  readonly limits: OfficeLimits;
}

/** The installed LibreOffice. Its step has 20 seconds more, to read, sanitize and write the files. */
export const installedOffice = (program: string): Office => ({
  program,
  limits: { ms: 60_000, memoryKilobytes: 1_572_864, isolated: true },
});

/** Converts a Word document: sanitizes it, runs LibreOffice, and sanitizes the PDF. */
export const docxPdf = async (docx: Uint8Array, signal?: AbortSignal): Promise<SanitizedPdf> => {
  const office = installedOffice(process.env.SOFFICE ?? 'soffice');
  return sanitizePdf(await officePdf(sanitizeDocx(docx), office, signal));
};

/**
 * Runs LibreOffice once, in its own folder and profile. With a relative profile URL, LibreOffice would hang
 * for minutes.
 */
export const officePdf = async (docx: Uint8Array, office: Office, signal?: AbortSignal) => {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  const profile = join(folder, 'profile');
  const input = join(folder, 'in.docx');
  try {
    await Promise.all([writeProfile(profile), writeFile(input, docx)]);
    const args = [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
      // Without the name of the filter, LibreOffice goes by the content, and its other filters follow links.
      '--infilter=MS Word 2007 XML',
      ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, input],
    ];
    const outcome = await runWithLimits({ ...office, args, folder, signal });
    const pdf = await readFile(join(folder, 'in.pdf')).catch(() => undefined);
    if (outcome === 'ended' && pdf !== undefined) return pdf;
    return rejectOutcome(outcome, await isFull(folder));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

const sentences: Readonly<Record<Exclude<ProcessOutcome, 'ended' | 'stopped'>, string>> = {
  missing: rejectionMessages.converterMissing,
  died: rejectionMessages.converterDied,
  'took too long': rejectionMessages.tookTooLong,
};

/**
 * If LibreOffice exited without a PDF, the document is unreadable, unless the disk was full: the exit code is
 * the same. A stopped run is no failure, because its upload was deleted or replaced.
 */
const rejectOutcome = (outcome: ProcessOutcome, isDiskFull: boolean): never => {
  const cause = new Error(`The converter's outcome: ${outcome}`);
  if (outcome !== 'ended' && outcome !== 'stopped') return failConversion(sentences[outcome], cause);
  if (outcome === 'ended' && isDiskFull)
    return failConversion(rejectionMessages.ourFault, new Error('The disk is full'));
  return rejectFile(rejectionMessages.unreadable, cause);
};

/** LibreOffice needs more free space than this for the smallest document. */
const minRoomBytes = 1_048_576;

const isFull = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < minRoomBytes;
};

const security = '/org.openoffice.Office.Common/Security/Scripting';

/**
 * With its default settings the converter fetches linked pictures and embeds local files (the class of
 * CVE-2026-55229).
 */
const settings: readonly (readonly [path: string, name: string, value: string])[] = [
  [security, 'BlockUntrustedRefererLinks', 'true'],
  [security, 'DisableMacrosExecution', 'true'],
  [security, 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', 'false'],
  // A profile of an older version makes LibreOffice test its drawing first: 0.6 of a run's 1.0 seconds.
  ['/org.openoffice.Setup/Product', 'ooSetupLastVersion', '99.9'],
];

const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${settings.map(([path, name, value]) => `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`).join('\n')}
</oor:items>
`;

/** A profile for one run: two runs must not share one, and nothing of a document may stay after its run. */
const writeProfile = async (folder: string) => {
  await mkdir(join(folder, 'user/extensions'), { recursive: true });
  await writeFile(join(folder, 'user/registrymodifications.xcu'), registry);
};
