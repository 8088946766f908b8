import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportPageReply, exportPageReply, maxExported } from '../../../shared/api/export.ts';
import type { ArchiveLayout } from '../../../shared/archive/layouts.ts';
import { type LineWriter, lineWriter } from '../../../shared/export/formats.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { invokeOperator } from '../ask.ts';
import type { Target } from '../target.ts';
import { append, openAt } from './files.ts';
import { listLine, pdfListFile } from './pdf-list.ts';
import { type ExportState, saveState } from './state.ts';

const readPage = (place: Target, list: ExportState['list'], after: string) =>
  invokeOperator(place, { command: 'export-page', after, limit: maxExported, list }, exportPageReply);

/** Reads pages. The next page is read while the current one is written. */
async function* pagesAfter(place: Target, { list, position }: ExportState): AsyncGenerator<ExportPageReply> {
  let page = await readPage(place, list, position);
  while (!page.isDone) {
    const next = readPage(place, list, page.next);
    next.catch(() => undefined); // until it is awaited
    yield page;
    page = await next;
  }
  yield page;
}

interface RowsOptions {
  readonly folder: string;
  readonly layout: ArchiveLayout;
  readonly onPage: (applications: number) => void;
}

const textOf = ({ head, lineOf }: LineWriter, { packages }: ExportPageReply, length: number) =>
  (length === 0 ? head : '') + packages.map(lineOf).join('');

/** The columns can change with a deployment while an export is interrupted. */
async function checkHead(file: FileHandle, { fileName, head }: LineWriter, { length }: ExportState) {
  if (length === 0) return;
  const { buffer } = await file.read(Buffer.alloc(Buffer.byteLength(head)), { position: 0 });
  if (buffer.toString() === head) return;
  await file.close();
  throw new UsageError(
    `The columns of ${fileName} have changed since this export began: export into another folder with --out, and delete this one.`,
  );
}

/** Writes one line per application, and saves the state after each page. Returns the final state. */
export async function writeRows(
  place: Target,
  begun: ExportState,
  { folder, layout, onPage }: RowsOptions,
): Promise<ExportState> {
  if (begun.isDone) return begun;
  const writer = lineWriter(begun.format, begun);
  const rows = await openAt(join(folder, writer.fileName), begun.length);
  await checkHead(rows, writer, begun);
  const pdfs = await openAt(pdfListFile(folder), begun.listLength);
  let state = begun;
  try {
    for await (const page of pagesAfter(place, begun)) {
      const length = await append(rows, state.length, textOf(writer, page, state.length));
      const list = page.packages.flatMap(layout.pdfsOf).map(listLine).join('');
      const listLength = await append(pdfs, state.listLength, list);
      const applications = state.applications + page.packages.length;
      const { next: position, isDone } = page;
      state = { ...state, length, listLength, applications, position, isDone };
      await saveState(folder, state);
      onPage(applications);
    }
  } finally {
    await rows.close();
    await pdfs.close();
  }
  return state;
}
