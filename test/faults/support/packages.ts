import { answerKeys } from './actions.ts';
import { deliver } from './clocks.ts';
import type { ArrivalEvent } from './cloud.ts';
import { expectKept } from './promises.ts';
import type { Applicant, World } from './world.ts';

interface Package {
  readonly confirmation: string;
  readonly answers: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Milliseconds. Longer than the longest pause between retries. */
const longestPause = 61 * 60_000;

/**
 * Delivers all pending packages, even if a function died. Without deliveries in a history, packages stay
 * pending and are not checked.
 */
export async function finishPackages(world: World): Promise<void> {
  const { cloud } = world;
  cloud.time.advance(longestPause);
  await deliver(world, 'what is pending');
  const left = [...cloud.table.itemsUnder('DELIVERY#')];
  expectKept('arrivesOnce', left.length === 0, () => `A package does not arrive: ${JSON.stringify(left)}`);
}

function checkEvent(
  { cloud: { buckets } }: World,
  { confirmation, package: { folder } }: ArrivalEvent,
): void {
  const isOwn = folder === `packages/${confirmation}/`;
  expectKept('arrivesOnce', isOwn, () => `The event about ${confirmation} names ${folder}.`);
  for (const file of ['application.json', 'application.pdf'])
    expectKept(
      'arrivesOnce',
      buckets.get('packages', folder + file) !== undefined,
      () => `The university was told of ${folder}, which has no ${file}.`,
    );
}

/** Checks that the package of a submitted application contains the answers that the applicant reads. */
export function checkPackage(
  world: World,
  { name, facts }: Applicant,
  answer: Readonly<Record<string, unknown>>,
) {
  const { buckets, events } = world.cloud;
  for (const confirmation of facts.receipts) {
    const bytes = buckets.get('packages', `packages/${confirmation}/application.json`);
    const told = events.filter((event) => event.confirmation === confirmation);
    expectKept(
      'arrivesOnce',
      bytes !== undefined && told.length > 0,
      () =>
        `Of ${confirmation} there is ${bytes === undefined ? 'no package' : 'a package'} and ${told.length} events.`,
    );
    for (const event of told) checkEvent(world, event);
    const { answers } = JSON.parse(String(bytes)) as Package;
    for (const key of answerKeys) {
      const value = answers[key]?.value;
      expectKept(
        'arrivesOnce',
        value === (answer[key] === '' ? undefined : answer[key]),
        () => `${key} of ${name} is ${value} in the package and ${answer[key]} in the application.`,
      );
    }
  }
}

/** Checks that each package belongs to a submission. */
export function checkPackages({ cloud: { buckets }, applicants }: World): void {
  const known = Object.values(applicants).flatMap(({ facts }) => [...facts.receipts]);
  for (const [key] of buckets.in('packages'))
    expectKept(
      'arrivesOnce',
      known.some((confirmation) => key.startsWith(`packages/${confirmation}/`)),
      () => `${key} belongs to no submission.`,
    );
}
