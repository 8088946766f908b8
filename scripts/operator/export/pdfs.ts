import { existsSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { outputsOf, requiredOutput } from '../outputs.ts';
import { clientOf, type TargetOptions } from '../target.ts';
import { indexFile } from './rows.ts';
import { type ExportState, saveState } from './state.ts';
import { maxFiles, overhead, ZipFile } from './zip-file.ts';

/** PDFs that are read at the same time. */
const atOnce = 4;

type ReadPdf = (confirmation: string) => Promise<Uint8Array | undefined>;

/** Reads PDFs of packages with the operator's own permission. A package that was not delivered has none. */
export async function packageReader(options: TargetOptions): Promise<ReadPdf> {
  const { stage, region, client } = clientOf(options);
  const stack = `Matricula-${stage}-Data`;
  const Bucket = requiredOutput(await outputsOf(client, region, stack), stack, 'PackagesBucket');
  const s3 = new S3Client({ ...client, forcePathStyle: client.endpoint !== undefined });
  return async (confirmation) => {
    const Key = `packages/${confirmation}/application.pdf`;
    try {
      return await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    }
  };
}

/**
 * Confirmation numbers of applications whose PDFs are not in a part yet: those that were missing, then the
 * rest of the index.
 */
function waiting(folder: string, { zipped, missing }: ExportState): readonly string[] {
  const path = join(folder, indexFile);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\r\n').slice(1, -1) : [];
  return [...missing, ...lines.slice(zipped).map((line) => line.slice(0, line.indexOf(',')))];
}

interface PdfOptions {
  readonly folder: string;
  /** In bytes. A PDF that is larger gets a separate part. */
  readonly partSize: number;
  readonly read: ReadPdf;
}

const partName = (number: number) => `pdfs-${String(number).padStart(3, '0')}.zip`;

/** A part that is being written. It gets its final name when it is complete. */
class Part {
  readonly number: number;
  readonly #path: string;
  #zip: ZipFile | undefined;

  constructor(folder: string, number: number) {
    this.number = number;
    this.#path = join(folder, partName(number));
  }

  isFullWith(bytes: Uint8Array, size: number): boolean {
    const { length = 0, files = 0 } = this.#zip ?? {};
    return files > 0 && (length + bytes.length + overhead * (files + 2) > size || files >= maxFiles);
  }

  async add(confirmation: string, bytes: Uint8Array): Promise<void> {
    this.#zip ??= await ZipFile.create(`${this.#path}.new`);
    await this.#zip.add(`${confirmation}.pdf`, bytes, new Date());
  }

  /** Returns false if the part is empty. */
  async finish(): Promise<boolean> {
    if (this.#zip === undefined) return false;
    await this.#zip.close();
    await rename(`${this.#path}.new`, this.#path);
    return true;
  }
}

/** PDFs in their order, some read at the same time. */
async function* readAll(numbers: readonly string[], read: ReadPdf) {
  for (let start = 0; start < numbers.length; start += atOnce) {
    const group = numbers.slice(start, start + atOnce);
    const pdfs = await Promise.all(group.map(read));
    for (const [index, confirmation] of group.entries()) yield { confirmation, bytes: pdfs[index] };
  }
}

/**
 * Writes the PDFs of an export into ZIP files. Saves the state after each complete part; an interrupted part
 * is written again. Returns the final state, with the applications whose PDF is missing.
 */
export async function writePdfs(
  begun: ExportState,
  { folder, partSize, read }: PdfOptions,
): Promise<ExportState> {
  const numbers = waiting(folder, begun);
  if (numbers.length === 0) return begun;
  let part = new Part(folder, begun.parts + 1);
  let state = begun;
  const missing: string[] = [];
  const finishPart = async (done: number) => {
    const parts = (await part.finish()) ? part.number : state.parts;
    const left = [...missing, ...begun.missing.slice(done)];
    const zipped = begun.zipped + Math.max(0, done - begun.missing.length);
    state = { ...state, parts, missing: left, zipped };
    await saveState(folder, state);
  };
  let done = 0;
  for await (const { confirmation, bytes } of readAll(numbers, read)) {
    if (bytes !== undefined && part.isFullWith(bytes, partSize)) {
      await finishPart(done);
      part = new Part(folder, part.number + 1);
    }
    if (bytes === undefined) missing.push(confirmation);
    else await part.add(confirmation, bytes);
    done += 1;
  }
  await finishPart(done);
  return state;
}
