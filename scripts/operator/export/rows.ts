import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportPageReply, exportPageReply, maxExported } from '../../../shared/api/export.ts';
import { csvLine } from '../../../shared/export/csv.ts';
import { type LineWriter, lineWriter } from '../../../shared/export/formats.ts';
import type { ApplicationPackage } from '../../../shared/package/application-package.ts';
import { invokeOperator } from '../ask.ts';
import type { Target } from '../target.ts';
import { type ExportState, saveState } from './state.ts';

/** Names the PDF of each application, in the order of the rows. */
export const indexFile = 'index.csv';
const indexHead = csvLine(['application_id', 'file_name']);
const indexLine = ({ confirmation }: ApplicationPackage) => csvLine([confirmation, `${confirmation}.pdf`]);

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

/** Opens the file and truncates it to its recorded length. An interrupted page is written again. */
async function openAt(path: string, length: number): Promise<FileHandle> {
  const file = await open(path, length === 0 ? 'w' : 'r+', 0o600);
  await file.truncate(length);
  return file;
}

async function append(file: FileHandle, length: number, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  if (bytes.length === 0) return length;
  await file.write(bytes, 0, bytes.length, length);
  await file.datasync();
  return length + bytes.length;
}

interface RowsOptions {
  readonly folder: string;
  readonly onPage: (applications: number) => void;
}

type Lines = Pick<LineWriter, 'head' | 'lineOf'>;

const textOf = ({ head, lineOf }: Lines, { packages }: ExportPageReply, length: number) =>
  (length === 0 ? head : '') + packages.map(lineOf).join('');

const index: Lines = { head: indexHead, lineOf: indexLine };

/** Writes one line per application, and saves the state after each page. Returns the final state. */
export async function writeRows(
  place: Target,
  begun: ExportState,
  { folder, onPage }: RowsOptions,
): Promise<ExportState> {
  if (begun.isDone) return begun;
  const writer = lineWriter(begun.format, begun);
  const rows = await openAt(join(folder, writer.fileName), begun.length);
  const names = await openAt(join(folder, indexFile), begun.indexLength);
  let state = begun;
  try {
    for await (const page of pagesAfter(place, begun)) {
      const length = await append(rows, state.length, textOf(writer, page, state.length));
      const indexLength = await append(names, state.indexLength, textOf(index, page, state.indexLength));
      const applications = state.applications + page.packages.length;
      const { next: position, isDone } = page;
      state = { ...state, length, indexLength, applications, position, isDone };
      await saveState(folder, state);
      onPage(applications);
    }
  } finally {
    await rows.close();
    await names.close();
  }
  return state;
}
