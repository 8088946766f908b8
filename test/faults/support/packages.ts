import { answerKeys } from './actions.ts';
import { deliver } from './clocks.ts';
import type { BusEvent } from './cloud.ts';
import { idOf } from './memory-users.ts';
import { expectKept } from './promises.ts';
import { type Applicant, type Name, usernameOf, type World } from './world.ts';

const submittedEvent = 'ApplicationSubmitted';
const [withdrawnEvent, reinstatedEvent] = ['application.withdrawn', 'application.reinstated'];

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
  const left = [...cloud.table.itemsUnder('OUTBOX#')].filter(({ pk }) => pk !== 'OUTBOX#moves');
  expectKept('arrivesOnce', left.length === 0, () => `Some work is not done: ${JSON.stringify(left)}`);
}

function checkEvent(
  { cloud: { buckets } }: World,
  { confirmation, package: { folder } = { folder: '' } }: BusEvent,
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
    const all = events.filter((event) => event.confirmation === confirmation);
    const told = all.filter(({ type }) => type === submittedEvent);
    checkOrder(world, name, all);
    expectKept(
      'arrivesOnce',
      bytes !== undefined && told.length > 0,
      () =>
        `Of ${confirmation} there is ${bytes === undefined ? 'no package' : 'a package'} and ${told.length} events.`,
    );
    for (const event of told) checkEvent(world, event);
    const mail = world.cloud.mails.find(
      ({ to, subject }) => to === usernameOf(name) && /received/.test(subject),
    );
    expectKept('arrivesOnce', mail !== undefined, () => `The receipt of ${confirmation} is not mailed.`);
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

/**
 * Checks that the event about the package comes first, and then those of each withdrawal and reinstatement in
 * their order. An event may come twice.
 */
function checkOrder({ cloud: { table } }: World, name: Name, events: readonly BusEvent[]): void {
  const types = events.map(({ type }) => type);
  const told = () => types.join(', ');
  expectKept('arrivesOnce', types.length === 0 || types[0] === submittedEvent, told);
  const turns = types.filter((type) => type === withdrawnEvent || type === reinstatedEvent);
  const changes = turns.filter((type, place) => type !== turns[place - 1]);
  const [item] = [...table.itemsUnder(`APP#${idOf(usernameOf(name))}`)].filter(
    ({ sk }) => sk === 'WITHDRAWAL',
  );
  const wanted =
    item === undefined ? undefined : item.reinstated_at === undefined ? withdrawnEvent : reinstatedEvent;
  const isInOrder = changes.at(-1) === wanted && (changes.length === 0 || changes[0] === withdrawnEvent);
  expectKept('arrivesOnce', isInOrder, () => `${told()}, and the application has ${JSON.stringify(item)}`);
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
