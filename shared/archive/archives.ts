import { inOrder } from '../rules/in-order.ts';
import type { ArchiveLayout, PackagePdf } from './layouts.ts';
import { zipBytes } from './zip-bytes.ts';

/** PDFs that are read at the same time. */
const maxConcurrent = 4;

/** Upper limit of the bytes that the format adds for a file, without its name, which is there twice. */
const overheadBytes = 192;

interface ArchiveOptions {
  readonly layout: ArchiveLayout;
  /** Returns undefined if the package has no such PDF yet. */
  readonly read: (pdf: PackagePdf) => Promise<Uint8Array | undefined>;
  /** Gets each PDF that its package does not have, in the order of the list. */
  readonly onMissing: (pdf: PackagePdf) => void;
  /** The maximum size of a ZIP file. A larger PDF gets a separate one. */
  readonly maxBytes: number;
  readonly modified: Date;
}

export interface Archive {
  /** The bytes of the ZIP file. They must be read to the end before the next archive is asked for. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** The PDFs in it, complete when `chunks` has ended. */
  readonly added: readonly PackagePdf[];
}

interface FoundPdf {
  readonly pdf: PackagePdf;
  readonly bytes: Uint8Array;
}

/** The PDFs that are there. They are read while earlier ones are written. */
async function* foundPdfs(
  pdfs: readonly PackagePdf[],
  { read, onMissing }: ArchiveOptions,
): AsyncGenerator<FoundPdf, undefined> {
  const all = inOrder(pdfs, maxConcurrent, async (pdf) => ({ pdf, bytes: await read(pdf) }));
  for await (const { pdf, bytes } of all) {
    if (bytes === undefined) onMissing(pdf);
    else yield { pdf, bytes };
  }
}

/**
 * Puts the PDFs of packages into ZIP files, in their order. If the layout has an index, each file has the
 * index of its PDFs. Memory does not grow with their number. Without PDFs there is no archive.
 */
export async function* archivesOf(
  pdfs: readonly PackagePdf[],
  options: ArchiveOptions,
): AsyncGenerator<Archive> {
  const { layout, maxBytes, modified } = options;
  const { nameOf, index } = layout;
  const sizeOf = (name: string, { length }: Uint8Array) => overheadBytes + 2 * name.length + length;
  const found = foundPdfs(pdfs, options);
  let next = await found.next();
  async function* entries(added: PackagePdf[]) {
    const lines = [index?.head ?? ''];
    let size = index === undefined ? 0 : sizeOf(index.fileName, Buffer.from(index.head));
    while (!next.done) {
      const { pdf, bytes } = next.value;
      const [name, line] = [nameOf(pdf), index?.lineOf(pdf) ?? ''];
      size += sizeOf(name, bytes) + Buffer.byteLength(line);
      if (added.length > 0 && size > maxBytes) break;
      added.push(pdf);
      lines.push(line);
      yield { name, bytes };
      next = await found.next();
    }
    if (index !== undefined) yield { name: index.fileName, bytes: Buffer.from(lines.join('')) };
  }
  try {
    while (!next.done) {
      const added: PackagePdf[] = [];
      yield { chunks: zipBytes(entries(added), modified), added };
    }
  } finally {
    await found.return(undefined);
  }
}
