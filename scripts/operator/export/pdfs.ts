import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { archivesOf } from '../../../shared/archive/archives.ts';
import { type ArchiveLayout, type PackagePdf, pathInPackage } from '../../../shared/archive/layouts.ts';
import { csvLine } from '../../../shared/export/csv.ts';
import { outputsOf, requiredOutput } from '../outputs.ts';
import { clientOf, type TargetOptions } from '../target.ts';
import { append, openAt, writeWhole } from './files.ts';
import { waitingPdfs } from './pdf-list.ts';
import { type ExportState, saveState } from './state.ts';

type ReadPdf = (pdf: PackagePdf) => Promise<Uint8Array | undefined>;

/** Reads PDFs of packages with the operator's own permission. A package that was not delivered has none. */
export async function packageReader(options: TargetOptions): Promise<ReadPdf> {
  const { stage, region, client } = clientOf(options);
  const stack = `Matricula-${stage}-Data`;
  const Bucket = requiredOutput(await outputsOf(client, region, stack), stack, 'PackagesBucket');
  const s3 = new S3Client({ ...client, forcePathStyle: client.endpoint !== undefined });
  return async (pdf) => {
    const Key = `packages/${pdf.confirmation}/${pathInPackage(pdf)}`;
    try {
      return await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    }
  };
}

interface PdfOptions {
  readonly folder: string;
  readonly layout: ArchiveLayout;
  /** In bytes. A PDF that is larger gets a separate part. */
  readonly partSize: number;
  readonly read: ReadPdf;
}

/** Names the ZIP file of each PDF. A layout with an index in each ZIP file has none outside. */
async function addToIndex(
  { indexLength }: ExportState,
  { folder, layout: { index, nameOf } }: PdfOptions,
  { zip, added }: { readonly zip: string; readonly added: readonly PackagePdf[] },
): Promise<number> {
  if (index !== undefined) return indexLength;
  const file = await openAt(join(folder, 'index.csv'), indexLength);
  const head = indexLength === 0 ? csvLine(['application_id', 'file_name', 'zip']) : '';
  const lines = added.map((pdf) => csvLine([pdf.confirmation, nameOf(pdf), zip]));
  try {
    return await append(file, indexLength, head + lines.join(''));
  } finally {
    await file.close();
  }
}

/**
 * Writes the PDFs of an export into ZIP files. Saves the state after each complete part; an interrupted part
 * is written again. Returns the final state, with the PDFs that are missing.
 */
export async function writePdfs(begun: ExportState, options: PdfOptions): Promise<ExportState> {
  const { folder, layout, partSize, read } = options;
  const missing: PackagePdf[] = [];
  let state = begun;
  let written = 0;
  const save = async (changes: Partial<ExportState>) => {
    const done = written + missing.length;
    const zipped = begun.zipped + Math.max(0, done - begun.missing.length);
    state = { ...state, ...changes, missing: [...missing, ...begun.missing.slice(done)], zipped };
    await saveState(folder, state);
  };
  const archives = archivesOf(waitingPdfs(folder, begun), {
    ...{ layout, read, maxBytes: partSize, modified: new Date() },
    onMissing: (pdf) => missing.push(pdf),
  });
  for await (const { chunks, added } of archives) {
    const parts = state.parts + 1;
    const zip = `${layout.name}-${String(parts).padStart(3, '0')}.zip`;
    await writeWhole(join(folder, zip), chunks);
    written += added.length;
    await save({ parts, indexLength: await addToIndex(state, options, { zip, added }) });
  }
  await save({});
  return state;
}
