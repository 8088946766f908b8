import { type PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';

interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes files into a ZIP, without compression: PDFs are already compressed. Each file is read only after the
 * one before it was taken, so memory does not grow with their number.
 */
export async function* zipBytes(entries: AsyncIterable<ZipEntry>, mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  let next: Uint8Array[] = [];
  let isTaken = false;
  // The library keeps this function for each entry until the end, so it must not hold a file.
  const openNext = (opened: (error: null, file: Readable) => void) => {
    const file = Readable.from(next, { objectMode: false });
    next = [];
    opened(
      null,
      file.once('end', () => {
        isTaken = true;
      }),
    );
  };
  // Chunks are taken as they come: read() would join them in Buffer's pool, which the names that the library
  // keeps would hold in memory.
  let chunks: Uint8Array[] = [];
  const output = (zip.outputStream as PassThrough).on('data', (chunk) => chunks.push(chunk));
  async function* takeUntil(isDone: () => boolean) {
    while (!isDone() || chunks.length > 0) {
      const taken = chunks;
      chunks = [];
      yield* taken;
      await setImmediate();
    }
  }
  for await (const { name, bytes } of entries) {
    [next, isTaken] = [[bytes], false];
    zip.addReadStreamLazy(name, { compress: false, mtime }, openNext);
    yield* takeUntil(() => isTaken);
  }
  zip.end();
  yield* takeUntil(() => output.readableEnded);
}
