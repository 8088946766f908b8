import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExportPageReply,
  exportColumnsReply,
  exportPageReply,
  maxExported,
} from '../../shared/api/export.ts';
import { archiveLayout, type PackagePdf } from '../../shared/archive/layouts.ts';
import type { ExportFormat } from '../../shared/export/format-names.ts';
import { type LineWriter, lineWriter } from '../../shared/export/formats.ts';
import { slateLayout } from '../../shared/export/slate-documents.ts';
import type { ApplicationPackage } from '../../shared/package/application-package.ts';
import { university } from '../../shared/partners/index.ts';
import { step } from '../command-line/progress.ts';
import { invokeOperator } from './ask.ts';
import { emptyFolder } from './empty-folder.ts';
import { writePdfs } from './export-pdfs.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

interface ExportOptions extends TargetOptions {
  readonly out: string;
  readonly since: string;
  readonly format: ExportFormat;
  readonly withoutPdfs: boolean;
}

/** Reads pages of submitted applications, in the order of submission. */
async function* pagesSince(target: Target, since: string): AsyncGenerator<ExportPageReply> {
  let [after, isDone] = [since, false];
  while (!isDone) {
    const command = { command: 'export-page', after, limit: maxExported } as const;
    const page = await invokeOperator(target, command, exportPageReply);
    yield page;
    ({ next: after, isDone } = page);
  }
}

/** Writes one line per application. The file gets its name when it is complete. */
async function writeRows(
  pages: AsyncIterable<ExportPageReply>,
  { fileName, head, lineOf }: LineWriter,
  { folder, each }: { readonly folder: string; readonly each: (one: ApplicationPackage) => void },
): Promise<void> {
  const path = join(folder, fileName);
  const file = await open(`${path}.part`, 'wx', 0o600);
  try {
    await file.appendFile(head);
    for await (const { packages } of pages) {
      await file.appendFile(packages.map(lineOf).join(''));
      for (const one of packages) each(one);
    }
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** Missing PDFs do not affect the rows, so the command reports them only at the end. */
function sayMissing(missing: readonly PackagePdf[]): void {
  if (missing.length === 0) return;
  const numbers = [...new Set(missing.map(({ confirmation }) => confirmation))];
  console.error(
    `${missing.length} PDFs are not there, because their packages were not delivered: ${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ' ...' : ''}. Run npx matricula ops redrive, then export again into another folder.`,
  );
  process.exitCode = 1;
}

/** Writes applications that were submitted since a day into the files of an empty folder. */
export async function exportApplications(options: ExportOptions): Promise<void> {
  const { format, since } = options;
  const target = await targetOf(options);
  const folder = emptyFolder(options.out);
  const columns = await invokeOperator(target, { command: 'export-columns' }, exportColumnsReply);
  const layout = archiveLayout(format, university.slate);
  const pdfs: PackagePdf[] = [];
  let applications = 0;
  const each = (one: ApplicationPackage) => {
    applications += 1;
    pdfs.push(...layout.pdfsOf(one));
  };
  await step('Exporting applications', () =>
    writeRows(pagesSince(target, since), lineWriter(format, columns), { folder, each }),
  );
  const missing = options.withoutPdfs
    ? []
    : await step('Exporting PDFs', () => writePdfs(pdfs, { folder, layout, target: options }));
  console.log(
    `${applications} ${applications === 1 ? 'application is' : 'applications are'} in ${folder}. Those of the last two minutes are not among them.`,
  );
  if (format === 'slate') console.log(`The source format for dip-001.zip and so on in Slate: ${slateLayout}`);
  sayMissing(missing);
}
