import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../local-cloud/random.ts';
import type { ActionWeights } from '../applicants/action-weights.ts';
import { Applicant, ComesBackLater } from '../applicants/applicant.ts';
import { clientOf } from '../applicants/client.ts';
import { freePort, Product } from '../applicants/product.ts';
import { type Disk, mountDisk } from './disk.ts';
import { lifeAt } from './lives.ts';

export interface ChaosOptions {
  readonly kills: number;
  /** Applicants at the same time. */
  readonly applicants: number;
  /** Fills the disk for a while, if this machine allows that. */
  readonly fillsDisk: boolean;
  /** Seed of the applicants' actions and of the times of kills. */
  readonly seed: number;
  readonly say: (text: string) => void;
}

export interface ChaosReport {
  readonly seed: number;
  readonly kills: number;
  readonly convertersKilled: number;
  readonly applicants: number;
  readonly acknowledged: number;
  readonly submitted: number;
  /** False if this machine does not allow filling a disk. */
  readonly diskWasFilled: boolean;
  /** Everything that was lost, invented, duplicated or never finished. */
  readonly problems: readonly string[];
  /** Number of replies other than 200, and of calls without a reply. */
  readonly refusals: Readonly<Record<string, number>>;
  /** The longest time from the start of a process until it responded, in milliseconds. */
  readonly slowestStart: number;
  /** The product's output; kept if there were problems. */
  readonly log: string;
}

/** In percent. Most actions are those whose effect a kill may lose. */
const weights: ActionWeights = {
  save: 80,
  check: 10,
  'upload a PDF': 4,
  'upload a Word document': 2,
  'delete a document': 2,
  'log in again': 2,
};

/** Simulates one applicant after another until the run ends. */
async function keepApplying(
  product: Product,
  random: () => number,
  { all, isOver }: { readonly all: Applicant[]; readonly isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const applicant = new Applicant(clientOf(product), { weights, random, isOver });
    all.push(applicant);
    await applicant.live(20 + Math.floor(random() * 40)).catch((error) => {
      if (!(error instanceof ComesBackLater)) applicant.problems.push(`${applicant.username}: ${error}`);
    });
  }
}

/**
 * Fills the disk for some seconds. If the product exits because of that, it is started again once there is
 * space.
 */
async function fillForAWhile(disk: Disk): Promise<void> {
  disk.fill();
  await pause(4000);
  disk.free();
}

function summarize(all: readonly Applicant[]): Pick<ChaosReport, 'problems' | 'refusals' | 'acknowledged'> {
  const refusals: Record<string, number> = {};
  for (const applicant of all)
    for (const [what, times] of applicant.refusals) refusals[what] = (refusals[what] ?? 0) + times;
  return {
    problems: all.flatMap(({ problems }) => problems),
    refusals,
    acknowledged: all.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0),
  };
}

/**
 * Kills the product with SIGKILL at random moments while applicants work, and starts it again. At the end,
 * compares the stored data with the acknowledged data.
 */
export async function runChaos({
  kills,
  applicants,
  fillsDisk,
  seed,
  say,
}: ChaosOptions): Promise<ChaosReport> {
  const folder = mkdtempSync(join(tmpdir(), 'matricula-chaos-'));
  const disk = fillsDisk ? mountDisk(folder) : undefined;
  const random = randomFrom(seed);
  const place = { port: await freePort(), data: join(folder, 'data'), seed };
  const logs = mkdtempSync(join(tmpdir(), 'matricula-chaos-log-'));
  const log = join(logs, 'product.log');
  const product = new Product(place.port, log);
  const starts: number[] = [];
  let [convertersKilled, isOver] = [0, false];
  const start = async (index: number) => {
    const life = lifeAt(index, place);
    starts.push(await product.start(life));
    say(`${index} of ${kills} kills; running ${life.title}`);
  };
  const all: Applicant[] = [];
  try {
    await start(0);
    starts.length = 0; // the first one may build
    const applying = Array.from({ length: applicants }, (_, index) =>
      keepApplying(product, randomFrom(seed + index + 1), { all, isOver: () => isOver }),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(500 + random() * 5500);
      if (random() < 0.5) convertersKilled += product.killConverters();
      if (disk !== undefined && kill === Math.ceil(kills / 2)) await fillForAWhile(disk);
      await product.kill();
      await start(kill);
    }
    isOver = true;
    await Promise.all(applying);
    for (const applicant of all) await applicant.checkAtEnd();
    const { length: submitted } = all.filter(({ ledger }) => ledger.isSubmitted);
    const slowestStart = Math.max(...starts);
    const counted = { kills, convertersKilled, applicants: all.length, submitted, slowestStart };
    const summary = summarize(all);
    if (summary.problems.length === 0) rmSync(logs, { recursive: true, force: true });
    return { seed, ...counted, diskWasFilled: disk !== undefined, ...summary, log };
  } finally {
    isOver = true;
    await product.close();
    disk?.unmount();
    // A killed product may leave a converter that still writes into the folder.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
