import { deadlineSeconds } from '../../../shared/api/conversion-time.ts';
import { act, questions } from './actions.ts';
import { checkGone, finishErasures, isGone } from './after-deletion.ts';
import type { Facts, Upload } from './facts.ts';
import { checkLists } from './lists.ts';
import { checkPackage, checkPackages, finishPackages } from './packages.ts';
import { expectKept } from './promises.ts';
import { checkListing, readAll } from './reading.ts';
import { checklistCopy } from './retention-and-checklist.ts';
import { type Applicant, names, type World } from './world.ts';

/**
 * Runs after every history: ends the faults, finishes all pending work without concurrent calls, and checks
 * the promises.
 */
export async function settle(world: World): Promise<void> {
  const { cloud } = world;
  cloud.transport.endFaults();
  await finishWork(world, cloud.uploads);
  cloud.time.advance((deadlineSeconds.conversion + 1) * 1000);
  await finishErasures(world);
  if (world.hasDeliveries) await finishPackages(world);
  for (const name of names) await settleOne(world, world.applicants[name]);
  checkLists(cloud.table);
  if (world.hasDeliveries) checkPackages(world);
}

async function settleOne(world: World, applicant: Applicant): Promise<void> {
  if (isGone(world, applicant)) checkGone(world, applicant);
  else await settleApplicant(world, applicant);
}

async function finishWork({ cloud }: World, uploads: readonly string[]): Promise<void> {
  for (const key of uploads) await cloud.deliver(key);
  while (!cloud.machines.isIdle) await cloud.machines.runNext();
}

async function settleApplicant(world: World, applicant: Applicant): Promise<void> {
  const { facts, tabs } = applicant;
  const [tab] = tabs;
  if (!facts.isUsed) return;
  // Longer than the longest delay after wrong passwords, and than the idle timeout of a session.
  world.cloud.time.advance(31 * 60_000);
  tab.forget();
  await act(world, { does: 'logs in', who: applicant.name, tab: 0 });
  expectKept('backAfterLogOut', tab.isLoggedIn, () => 'Nobody can log in any more.');
  const scene = { world, applicant, tab };
  const before = await readAll(scene);
  expectKept('failuresTold', before !== undefined, () => 'Without faults a reading fails.');
  await checkDocuments(world, applicant);
  await finishWork(world, world.cloud.uploads.toReversed());
  const after = await readAll(scene);
  expectKept('eventsRepeat', before === after, () => `${before} became ${after}`);
  await checkOpen(world, applicant);
  if (world.hasDeliveries && after !== undefined) checkPackage(world, applicant, JSON.parse(after).answer);
}

/** Checks that the application can be changed exactly if it is not submitted. */
async function checkOpen(world: World, applicant: Applicant): Promise<void> {
  const { facts, tabs } = applicant;
  const body = { answer: { middle_name: world.newText(applicant.name) } };
  const { reply } = await world.call(applicant, tabs[0], ['applicant', 'putAnswer'], { body });
  const wanted = facts.submittedAt === undefined ? 200 : 409;
  expectKept('submittedOnce', reply.status === wanted, () => `A change is answered by ${reply.text}`);
}

async function checkDocuments(world: World, applicant: Applicant): Promise<void> {
  const { facts, tabs } = applicant;
  if (facts.uploads.length === 0) return;
  const [tab] = tabs;
  const listing = await world.call(applicant, tab, ['applicant', 'getDocuments']);
  const listed = checkListing(facts, listing.reply.body as never, listing);
  for (const each of [...questions, checklistCopy]) {
    const { reply } = await world.call(applicant, tab, ['applicant', 'getConversion'], {
      params: { answer_key: each },
    });
    const status = String(reply.body.status);
    expectKept(
      'conversionEnds',
      ['COMPLETED', 'FAILED', 'NOT_ANSWERED'].includes(status),
      () => `${each} is ${status}.`,
    );
    const shown = listed.find((upload) => upload.question === each);
    expectKept(
      'completedExists',
      status !== 'COMPLETED' || shown !== undefined,
      () => `${each} is not listed.`,
    );
    if (shown !== undefined) await checkFile(world, applicant, shown.question, shown.content);
  }
  checkFiles(world, facts, listed);
}

/**
 * Checks that no file of a deleted or replaced upload is left, either separately or in an application PDF.
 */
function checkFiles({ cloud }: World, facts: Facts, listed: readonly Upload[]): void {
  for (const [key, bytes] of cloud.buckets.in('documents'))
    for (const upload of facts.uploads) {
      if (!String(bytes).includes(upload.name)) continue;
      const isKept = listed.includes(upload) || facts.mayBeCurrent(upload);
      expectKept('staysDeleted', isKept, () => `${key} is still there.`);
    }
}

async function checkFile(
  world: World,
  applicant: Applicant,
  answer_key: string,
  content: Uint8Array,
): Promise<void> {
  const { reply } = await world.call(applicant, applicant.tabs[0], ['applicant', 'viewDocument'], {
    params: { answer_key },
  });
  const key = /documents\/[^?]*/.exec(new URL(reply.headers.location ?? 'https://none').pathname)?.[0] ?? '';
  const file = world.cloud.buckets.get('documents', decodeURIComponent(key));
  expectKept(
    'completedExists',
    file !== undefined && String(file) === String(content),
    () => `${answer_key} shows ${key}.`,
  );
}
