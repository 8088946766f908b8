import { firstErasedDay } from '../../shared/api/export-time.ts';
import { archivesOf } from '../../shared/archive/archives.ts';
import { inOrder } from '../../shared/archive/in-order.ts';
import { archiveLayout, type PackagePdf, pathInPackage } from '../../shared/archive/layouts.ts';
import type { ExportFormat } from '../../shared/export/format-names.ts';
import { type ApplicationPackage, applicationPackage } from '../../shared/package/application-package.ts';
import { writeInParts } from '../aws/multipart.ts';
import { outgoingKey, packageFolder } from '../aws/object-keys.ts';
import { readPackaged, writeOutgoing } from '../aws/outgoing-objects.ts';
import { now } from '../runtime/clock.ts';
import { partner } from '../runtime/partner.ts';
import type { DeliveryState, OutgoingFile } from '../store/items.ts';
import { exportableUntil } from './export-page.ts';
import { type BatchContent, type Making, written } from './outgoing-batch.ts';
import { type Feed, type FeedList, feedsOf } from './row-feeds.ts';

/** Rows that are read for one page. */
const pageSize = 100;
/** Characters of one file with rows. */
const fileCharacters = 20_000_000;
/** Applications in a batch with their PDFs, so that their archives are written within the function's time. */
const maxWithPdfs = 500;
/** Packages that are read at the same time. */
const maxConcurrent = 8;
/** Bytes of one archive, like that of `staff export`. */
const archiveBytes = 250_000_000;

/** The suffixes of file names, in the order of the files: receivers delete and change before they add. */
const suffixes = [
  ['erased', '-erased'],
  ['changed', '-changes'],
  ['submitted', ''],
] as const satisfies readonly (readonly [FeedList, string])[];

interface Rows {
  readonly text: string;
  readonly count: number;
  readonly packages: readonly ApplicationPackage[];
  readonly reached: string;
  readonly hasMore: boolean;
}

/** Reads rows of a list until its end, or until a file is full. */
async function readRows(
  { read }: Feed,
  { from, before, maxRows }: { readonly from: string; readonly before: string; readonly maxRows: number },
): Promise<Rows> {
  const lines: string[] = [];
  const packages: ApplicationPackage[] = [];
  let [reached, size, isDone] = [from, 0, false];
  while (!isDone && size < fileCharacters && lines.length < maxRows) {
    const page = await read({ after: reached, limit: Math.min(pageSize, maxRows - lines.length), before });
    lines.push(...page.lines);
    if (maxRows !== Number.POSITIVE_INFINITY) packages.push(...page.packages);
    size += page.lines.reduce((sum, { length }) => sum + length, 0);
    ({ next: reached, isDone } = page);
  }
  return { text: lines.join(''), count: lines.length, packages, reached, hasMore: !isDone };
}

const second = 1000;

/** The time in the names of the next files, in whole seconds, later than that of the last ones. */
const nextStamp = ({ stamp }: DeliveryState): string =>
  new Date(
    Math.max(Math.floor(now() / second) * second, Date.parse(stamp ?? '1970-01-01T00:00:00Z') + second),
  ).toISOString();

/** `sis-20261126T063000Z.csv` */
const fileNameOf = (start: string, stamp: string, extension: string): string =>
  `${start}-${stamp.slice(0, 19).replaceAll(/[-:]/g, '')}Z.${extension}`;

/** A package that is not delivered yet stops the batch, which the next try makes again. */
async function readFrom(confirmation: string, path: string): Promise<Uint8Array> {
  try {
    return await readPackaged(packageFolder(confirmation) + path);
  } catch (cause) {
    throw new Error(`${path} of ${confirmation} cannot be read: is its package delivered?`, { cause });
  }
}

/** An application as it was delivered: later settings may show documents that its package does not have. */
async function packaged({ confirmation }: ApplicationPackage): Promise<ApplicationPackage> {
  const bytes = await readFrom(confirmation, 'application.json');
  return applicationPackage.parse(JSON.parse(Buffer.from(bytes).toString()));
}

/** Writes Slate's archives of the PDFs of applications: `slate-dip-001-20261126T063000Z.zip`. */
async function writeArchives(
  applications: readonly ApplicationPackage[],
  { delivery, state }: Making,
  stamp: string,
): Promise<readonly OutgoingFile[]> {
  const layout = archiveLayout('slate', partner().slate);
  const pdfs: PackagePdf[] = [];
  for await (const application of inOrder(applications, maxConcurrent, packaged))
    pdfs.push(...layout.pdfsOf(application));
  const archives = archivesOf(pdfs, {
    read: (pdf) => readFrom(pdf.confirmation, pathInPackage(pdf)),
    onMissing: () => undefined,
    ...{ layout, maxBytes: archiveBytes, modified: new Date(stamp) },
  });
  const files: OutgoingFile[] = [];
  for await (const { chunks } of archives) {
    const number = String(files.length + 1).padStart(3, '0');
    const name = fileNameOf(`${delivery.name}-${layout.name}-${number}`, stamp, 'zip');
    const key = outgoingKey(delivery.name, state.batches + 1, { name });
    files.push(written(name, await writeInParts(key, 'application/zip', chunks)));
  }
  return files;
}

/**
 * A file for each list that has something new: applications that were submitted, whose checklist changed, and
 * that were deleted. Slate gets the PDFs of the submitted ones too.
 */
export async function rowFiles(format: ExportFormat, making: Making): Promise<BatchContent> {
  const { delivery, state } = making;
  const before = exportableUntil();
  const stamp = making.isAgain && state.stamp !== undefined ? state.stamp : nextStamp(state);
  const content = { files: [] as OutgoingFile[], cursors: {} as Record<string, string> };
  let [applications, hasMore] = [0, false];
  const feeds = await feedsOf(format);
  for (const [list, suffix] of suffixes) {
    const { extension, head } = feeds[list];
    const hasPdfs = format === 'slate' && list === 'submitted';
    const rows = await readRows(feeds[list], {
      from: state.cursors[list] ?? firstErasedDay(before),
      before,
      maxRows: hasPdfs ? maxWithPdfs : Number.POSITIVE_INFINITY,
    });
    content.cursors[list] = rows.reached;
    hasMore ||= rows.hasMore;
    if (rows.count === 0) continue;
    applications += rows.count;
    const name = fileNameOf(delivery.name + suffix, stamp, extension);
    const text = head + rows.text;
    await writeOutgoing(outgoingKey(delivery.name, state.batches + 1, { name }), text);
    content.files.push(written(name, Buffer.byteLength(text)));
    if (hasPdfs) content.files.push(...(await writeArchives(rows.packages, making, stamp)));
  }
  return { ...content, queued: [], applications, hasMore, stamp };
}
