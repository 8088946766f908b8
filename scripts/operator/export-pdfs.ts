import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { archivesOf } from '../../shared/archive/archives.ts';
import { type ArchiveLayout, type PackagePdf, pathInPackage } from '../../shared/archive/layouts.ts';
import { csvLine } from '../../shared/export/csv.ts';
import { outputsOf, requiredOutput } from './outputs.ts';
import { clientOf, type TargetOptions } from './target.ts';

/** Maximum size of each ZIP file, which Slate and other CRMs accept. */
const maxBytes = 250_000_000;

/** Reads PDFs of packages with the operator's own permission. A package that was not delivered has none. */
async function packageReader(options: TargetOptions) {
  const { stage, region, client } = clientOf(options);
  const stack = `Matricula-${stage}-Data`;
  const Bucket = requiredOutput(await outputsOf(client, region, stack), stack, 'PackagesBucket');
  const s3 = new S3Client({ ...client, forcePathStyle: client.endpoint !== undefined });
  return async (pdf: PackagePdf): Promise<Uint8Array | undefined> => {
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
  readonly target: TargetOptions;
}

/** Writes PDFs into ZIP files, and an index unless each ZIP file has one. Returns the missing PDFs. */
export async function writePdfs(
  pdfs: readonly PackagePdf[],
  { folder, layout, target }: PdfOptions,
): Promise<readonly PackagePdf[]> {
  const missing: PackagePdf[] = [];
  const index = [csvLine(['application_id', 'file_name', 'zip'])];
  let parts = 0;
  const archives = archivesOf(pdfs, {
    ...{ layout, maxBytes, read: await packageReader(target), modified: new Date() },
    onMissing: (pdf) => missing.push(pdf),
  });
  for await (const { chunks, added } of archives) {
    parts += 1;
    const zip = `${layout.name}-${String(parts).padStart(3, '0')}.zip`;
    await writeFile(join(folder, zip), chunks, { mode: 0o600 });
    index.push(...added.map((pdf) => csvLine([pdf.confirmation, layout.nameOf(pdf), zip])));
  }
  if (layout.index === undefined) await writeFile(join(folder, 'index.csv'), index, { mode: 0o600 });
  return missing;
}
