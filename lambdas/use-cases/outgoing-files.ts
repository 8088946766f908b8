import type { DeliveryFormat, PushedDelivery } from '../../shared/api/deliveries.ts';
import { type ExportFormat, lineWriter } from '../../shared/export/formats.ts';
import { applicationPackage } from '../../shared/package/application-package.ts';
import { writeInParts } from '../aws/multipart.ts';
import { outgoingKey } from '../aws/object-keys.ts';
import { readPackaged, writeOutgoing } from '../aws/outgoing-objects.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { isQueued, queuedPackages } from '../store/delivery-states.ts';
import type { DeliveryState, OutgoingBatch, OutgoingFile, QueuedPackage } from '../store/items.ts';
import { exportableUntil, exportColumns, exportPage } from './export-page.ts';
import { zipBytes } from './zip-bytes.ts';

// The files of a batch. Each format makes its files here; the rest of a push only sends them.

/** Packages in one batch: one call of a connector sends ten files. */
const maxPackages = 10;
/** Applications that are read for one page of rows. */
const pageSize = 100;
/** Characters of one file with rows. */
const fileCharacters = 20_000_000;

/** Content of a batch: everything of `OutgoingBatch` but its number and time. */
export type BatchContent = Pick<OutgoingBatch, 'files' | 'queued' | 'applications' | 'cursors'> & {
  /** True if the next batch has more. */
  readonly hasMore: boolean;
  /** The time in the names of files with rows. */
  readonly stamp?: string;
};

/** A push, its state before the batch, and the time of the batch. */
interface Making {
  readonly delivery: PushedDelivery;
  readonly state: DeliveryState;
  /** The scheduled time (ISO 8601) up to which packages are sent. */
  readonly mark: string;
}

const written = (name: string, size: number): OutgoingFile => ({ name, size, state: 'written' });

/** The objects of a package: `application.json` and the PDFs that it names. */
async function* packageEntries(folder: string) {
  const json = await readPackaged(`${folder}application.json`);
  const { documents } = applicationPackage.parse(JSON.parse(Buffer.from(json).toString()));
  yield { name: 'application.json', bytes: json };
  for (const name of ['application.pdf', ...documents.map(({ pdf }) => pdf)])
    yield { name, bytes: await readPackaged(folder + name) };
}

/** The event for another bus: the same as on the stage's own. */
async function eventText({ folder }: QueuedPackage): Promise<string> {
  const json = await readPackaged(`${folder}application.json`);
  const { format, confirmation, submitted_at } = applicationPackage.parse(
    JSON.parse(Buffer.from(json).toString()),
  );
  const bucket = environment('PACKAGES_BUCKET');
  return JSON.stringify({ format, confirmation, submitted_at, package: { bucket, folder } });
}

async function writePackageFile(delivery: PushedDelivery, batch: number, one: QueuedPackage) {
  const base = `${delivery.name}-${one.confirmation}`;
  if (delivery.to === 'eventbridge') {
    const text = await eventText(one);
    await writeOutgoing(outgoingKey(delivery.name, batch, { name: `${base}.json` }), text);
    return written(`${base}.json`, Buffer.byteLength(text));
  }
  const name = `${base}.zip`;
  const bytes = zipBytes(packageEntries(one.folder), new Date(one.queued_at));
  return written(
    name,
    await writeInParts(outgoingKey(delivery.name, batch, { name }), 'application/zip', bytes),
  );
}

/** A package that cannot be read is skipped if its applicant was deleted in the meantime. */
async function packageFile(delivery: PushedDelivery, batch: number, one: QueuedPackage) {
  try {
    return [await writePackageFile(delivery, batch, one)];
  } catch (error) {
    if (await isQueued(one.sk)) throw error;
    return [];
  }
}

/** One ZIP file (or event) for each package that waits. */
async function packageFiles({ delivery, state, mark }: Making): Promise<BatchContent | undefined> {
  const waiting = await queuedPackages(delivery.name);
  const due = delivery.schedule === 'each' ? waiting : waiting.filter(({ queued_at }) => queued_at < mark);
  const chosen = due.slice(0, maxPackages);
  const files: OutgoingFile[] = [];
  for (const one of chosen) files.push(...(await packageFile(delivery, state.batches + 1, one)));
  if (chosen.length === 0) return undefined;
  return {
    files,
    queued: chosen.map(({ sk }) => sk),
    applications: files.length,
    cursors: {},
    hasMore: due.length > chosen.length,
  };
}

/** The lists that files with rows follow, and what the names of their files have after the delivery's. */
const rowLists = { submitted: '', changed: '-changes' } as const;
type RowList = keyof typeof rowLists;

interface Rows {
  readonly text: string;
  readonly applications: number;
  readonly reached: string;
  readonly hasMore: boolean;
}

/** Reads rows of a list until its end, or until a file is full. */
async function readRows(format: ExportFormat, list: RowList, from: string, before: string): Promise<Rows> {
  const { lineOf } = lineWriter(format, await exportColumns());
  const lines: string[] = [];
  let [reached, size, isDone] = [from, 0, false];
  while (!isDone && size < fileCharacters) {
    const page = await exportPage({ after: reached, limit: pageSize, before, list });
    for (const line of page.packages.map(lineOf)) {
      lines.push(line);
      size += line.length;
    }
    ({ next: reached, isDone } = page);
  }
  return { text: lines.join(''), applications: lines.length, reached, hasMore: !isDone };
}

const second = 1000;

/** The time in the names of the next files, in whole seconds, later than that of the last ones. */
const nextStamp = ({ stamp }: DeliveryState): string =>
  new Date(
    Math.max(Math.floor(now() / second) * second, Date.parse(stamp ?? '1970-01-01T00:00:00Z') + second),
  ).toISOString();

/** `sis-20261126T063000Z.csv` */
const rowFileName = (delivery: string, list: RowList, stamp: string, extension: string): string =>
  `${delivery}${rowLists[list]}-${stamp.slice(0, 19).replaceAll(/[-:]/g, '')}Z.${extension}`;

const extensionOf = (fileName: string) => fileName.slice(fileName.lastIndexOf('.') + 1);

/** A file with the applications that were submitted, and one with those whose checklist changed. */
async function rowFiles(format: ExportFormat, { delivery, state }: Making): Promise<BatchContent> {
  const before = exportableUntil();
  const stamp = nextStamp(state);
  const { head, fileName } = lineWriter(format, await exportColumns());
  const content = { files: [] as OutgoingFile[], cursors: {} as Record<string, string> };
  let [applications, hasMore] = [0, false];
  for (const list of Object.keys(rowLists) as readonly RowList[]) {
    const rows = await readRows(format, list, state.cursors[list] ?? before, before);
    content.cursors[list] = rows.reached;
    hasMore ||= rows.hasMore;
    if (rows.applications === 0) continue;
    applications += rows.applications;
    const name = rowFileName(delivery.name, list, stamp, extensionOf(fileName));
    const text = head + rows.text;
    await writeOutgoing(outgoingKey(delivery.name, state.batches + 1, { name }), text);
    content.files.push(written(name, Buffer.byteLength(text)));
  }
  return { ...content, queued: [], applications, hasMore, stamp };
}

const makers: Readonly<Record<DeliveryFormat, (making: Making) => Promise<BatchContent | undefined>>> = {
  package: packageFiles,
  csv: (making) => rowFiles('csv', making),
  json: (making) => rowFiles('json', making),
  slate: (making) => rowFiles('slate', making),
};

/** Writes the files of the next batch. Undefined if there is nothing to send. */
export const filesOf = (making: Making): Promise<BatchContent | undefined> =>
  makers[making.delivery.format](making);
