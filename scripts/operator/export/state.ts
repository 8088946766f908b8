import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { type ExportList, exportLists } from '../../../shared/api/export.ts';
import { firstErasedDay } from '../../../shared/api/export-time.ts';
import { exportFormats } from '../../../shared/export/format-names.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import type { ExportOptions } from './options.ts';

/** Progress of an export. It is saved with each page, so an interrupted export can resume. */
const exportState = z.object({
  stage: z.string(),
  format: z.enum(exportFormats),
  list: z.enum(exportLists),
  /** The id of the partner. */
  partner: z.string(),
  /** The columns. A release in the middle of an export must not change them. */
  keys: z.array(z.string()),
  items: z.array(z.string()),
  facts: z.array(z.string()),
  /** The list of deleted applications: its start, and its end once it is written. */
  erased: z.optional(z.object({ from: z.string(), until: z.optional(z.string()) })),
  /** Start of the next page. */
  position: z.string(),
  applications: z.number(),
  /** In bytes. Anything after this length comes from a page that is not recorded here, and is overwritten. */
  length: z.number(),
  /** Length of the list of PDFs, in bytes. */
  listLength: z.number(),
  isDone: z.boolean(),
  /** Lines of the list whose PDFs are in complete ZIP files or missing, and the number of such files. */
  zipped: z.number(),
  parts: z.number(),
  /** Length of `index.csv`, in bytes. */
  indexLength: z.number(),
  /** PDFs of these lines that were missing. */
  missing: z.array(z.object({ confirmation: z.string(), applicant: z.string(), key: z.string() })),
});
export type ExportState = z.output<typeof exportState>;

/** End position of an export. The next export starts there. */
const exportCursor = z.object({
  stage: z.string(),
  position: z.string(),
  /** Missing for submitted applications. */
  list: z.optional(z.enum(exportLists)),
  /** The position in the list of deleted applications, next to that of the changed ones. */
  erased: z.optional(z.string()),
});

const stateFile = (folder: string) => join(folder, 'export.json');

/** Replaces a file atomically: a reader finds the old or the new content, even after a crash. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(content);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}

const replaceJson = (path: string, content: object) =>
  replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);

export const saveState = (folder: string, state: ExportState) => replaceJson(stateFile(folder), state);

function readJson<T>(path: string, schema: z.ZodMiniType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new UsageError(`${path} is no file that an export wrote.`, { cause });
  }
}

const otherStage = (path: string, found: string, asked: string) =>
  new UsageError(`${path} belongs to an export of ${found}, not of ${asked}.`);

interface Listing {
  readonly list?: ExportList | undefined;
  readonly changes?: boolean;
}

/** The list of a file, or of the command's options. */
const listOf = ({ list, changes = false }: Listing): ExportList =>
  list ?? (changes ? 'changed' : 'submitted');

const otherList = (path: string, found: Listing) =>
  new UsageError(
    `${path} belongs to an export of ${listOf(found)} applications: ${listOf(found) === 'changed' ? 'add' : 'leave out'} --changes, or name another file.`,
  );

interface Start {
  readonly position: string;
  readonly erased: string;
}

function startOf(options: ExportOptions, stage: string): Start {
  const { since, cursor } = options;
  if (cursor === undefined || !existsSync(cursor)) {
    if (since === undefined)
      throw new UsageError(`There is no ${cursor} yet: say with --since where the first export begins.`);
    return { position: since, erased: since };
  }
  const found = readJson(cursor, exportCursor);
  if (found.stage !== stage) throw otherStage(cursor, found.stage, stage);
  if (listOf(found) !== listOf(options)) throw otherList(cursor, found);
  return { position: found.position, erased: found.erased ?? firstErasedDay(new Date().toISOString()) };
}

const later = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && one > other ? one : other;

/** Saves the start positions of the next export. An older export never moves them back. */
export async function saveCursor(
  path: string,
  { stage, position, list, erased }: ExportState,
): Promise<void> {
  const before = existsSync(path) ? readJson(path, exportCursor) : undefined;
  await mkdir(dirname(path), { recursive: true });
  await replaceJson(path, {
    ...{ stage, position: later(before?.position, position) },
    ...(list === 'changed' && { list, erased: later(before?.erased, erased?.until ?? before?.erased) }),
  });
}

/** State of the interrupted export in the folder; undefined for a new export. */
function interrupted(options: ExportOptions, stage: string): ExportState | undefined {
  const { out, format } = options;
  const path = stateFile(out);
  if (!existsSync(path)) return undefined;
  const state = readJson(path, exportState);
  if (state.stage !== stage) throw otherStage(path, state.stage, stage);
  if (state.format !== format) throw new UsageError(`${path} belongs to an export as ${state.format}.`);
  if (listOf(state) !== listOf(options)) throw otherList(path, state);
  return state;
}

/** Starts an export, or resumes the one in the folder. */
export async function openState(
  options: ExportOptions,
  stage: string,
  readColumns: () => Promise<Pick<ExportState, 'partner' | 'keys' | 'items' | 'facts'>>,
): Promise<ExportState> {
  await mkdir(options.out, { recursive: true, mode: 0o700 });
  const found = interrupted(options, stage);
  if (found !== undefined) return found;
  if ((await readdir(options.out)).length > 0)
    throw new UsageError(`${options.out} has other files: name an empty folder with --out.`);
  const { position, erased } = startOf(options, stage);
  const list = listOf(options);
  const state = {
    ...{ stage, format: options.format, list, ...(await readColumns()), position },
    ...(list === 'changed' && { erased: { from: erased } }),
    ...{ applications: 0, length: 0, listLength: 0, isDone: false },
    ...{ zipped: 0, parts: 0, indexLength: 0, missing: [] },
  };
  await saveState(options.out, state);
  return state;
}
