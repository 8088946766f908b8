import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportPageReply, exportPageReply, mostExported } from '../../../shared/api/export.ts';
import { type LineWriter, lineWriter } from '../../../shared/export/formats.ts';
import { invokeOperator } from '../ask.ts';
import type { Target } from '../target.ts';
import { type ExportState, saveState } from './state.ts';

const readPage = (place: Target, after: string) =>
  invokeOperator(place, { command: 'export-page', after, limit: mostExported }, exportPageReply);

/** Page after page. The next one is read while this one is written. */
async function* pagesAfter(place: Target, after: string): AsyncGenerator<ExportPageReply> {
  let page = await readPage(place, after);
  while (!page.isDone) {
    const next = readPage(place, page.next);
    next.catch(() => undefined); // until it is awaited
    yield page;
    page = await next;
  }
  yield page;
}

/** Opens the file at its recorded length: what a page wrote behind it is written again. */
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

const textOf = ({ head, lineOf }: LineWriter, { packages }: ExportPageReply, isFirst: boolean) =>
  (isFirst ? head : '') + packages.map(lineOf).join('');

/** Writes one line an application, and after each page what has been done. Returns the state at the end. */
export async function writeRows(
  place: Target,
  begun: ExportState,
  { folder, onPage }: RowsOptions,
): Promise<ExportState> {
  if (begun.isDone) return begun;
  const writer = lineWriter(begun.format, begun.keys);
  const file = await openAt(join(folder, writer.fileName), begun.length);
  let state = begun;
  try {
    for await (const page of pagesAfter(place, begun.position)) {
      const length = await append(file, state.length, textOf(writer, page, state.length === 0));
      const applications = state.applications + page.packages.length;
      state = { ...state, length, applications, position: page.next, isDone: page.isDone };
      await saveState(folder, state);
      onPage(applications);
    }
  } finally {
    await file.close();
  }
  return state;
}
