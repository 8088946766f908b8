import type { PushedDelivery } from '../../shared/api/deliveries.ts';
import { zipBytes } from '../../shared/archive/zip-bytes.ts';
import { applicationPackage } from '../../shared/package/application-package.ts';
import { writeInParts } from '../aws/multipart.ts';
import { outgoingKey } from '../aws/object-keys.ts';
import { readPackaged, writeOutgoing } from '../aws/outgoing-objects.ts';
import { environment } from '../runtime/environment.ts';
import { isQueued, queuedPackages } from '../store/delivery-states.ts';
import type { OutgoingFile, QueuedPackage } from '../store/items.ts';
import { type BatchContent, type Making, written } from './outgoing-batch.ts';

/** Packages in one batch: one call of a connector sends ten files. */
const maxPackages = 10;

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
    return [{ ...(await writePackageFile(delivery, batch, one)), queued: one.sk }];
  } catch (error) {
    if (await isQueued(one.sk)) throw error;
    return [];
  }
}

/** One ZIP file (or event) for each package that waits. */
export async function packageFiles({ delivery, state, mark }: Making): Promise<BatchContent | undefined> {
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
