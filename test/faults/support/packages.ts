import { answerKeys } from './actions.ts';
import { deliver } from './clocks.ts';
import type { ArrivalEvent } from './cloud.ts';
import { expectKept } from './promises.ts';
import type { Applicant, World } from './world.ts';

interface Package {
  readonly confirmation: string;
  readonly answers: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Milliseconds. Longer than the longest pause between tries. */
const longestPause = 61 * 60_000;

/**
 * Everything that is pending is delivered, whatever died. A history without deliveries leaves them pending
 * and says nothing about them.
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

/** The package of a submitted application has what the applicant reads. */
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

/** No package is there of nobody's submission. */
export function checkPackages({ cloud: { buckets }, applicants }: World): void {
  const known = Object.values(applicants).flatMap(({ facts }) => [...facts.receipts]);
  for (const [key] of buckets.in('packages'))
    expectKept(
      'arrivesOnce',
      known.some((confirmation) => key.startsWith(`packages/${confirmation}/`)),
      () => `${key} belongs to no submission.`,
    );
}
