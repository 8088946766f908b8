import type * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { keyOfName } from './application-lists.ts';
import { addressAuditLog, auditTable } from './audit-log.ts';
import { lockedRevision } from './erasures.ts';
import { expression, same } from './expression.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { sessionVersionKey } from './sessions.ts';
import { del, type Query, queryPages } from './table.ts';

// All data in the table about one applicant. Deletions delete it and access reports show it. For each new
// kind of key in keys.ts, add one entry here (docs/data-retention.md).

/** The applicant, and every known address that the account has had. */
export interface Person {
  readonly sub: ApplicantId;
  readonly addresses: readonly string[];
  /** Confirmation number of the submitted application, if still known. */
  readonly confirmation: string | undefined;
}

export type Item = Readonly<Record<string, unknown>>;

/** Location of items: a partition, or a part of it. */
interface Place extends Pick<Query, 'in' | 'where' | 'filter'> {
  readonly pk: string;
  /** Only the item with this sort key. */
  readonly sk?: string;
}

export interface PersonalData {
  /** Description for the person that the data is about. */
  readonly title: string;
  readonly places: (person: Person) => readonly Place[] | Promise<readonly Place[]>;
  /** True if the data is found only by an address. It is deleted while the account still has the address. */
  readonly isByAddress?: true;
  /** Reason for which a deletion keeps it. */
  readonly stays?: string;
}

/** Items without data about a person, or that cannot be found by person. */
interface NotPersonal {
  readonly notPersonal: string;
}

const pagesOf = ({ pk, sk, ...query }: Place) =>
  queryPages(pk, sk === undefined ? query : { ...query, where: same({ sk }) });

async function allOf(place: Place): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const page of pagesOf(place)) found.push(...page);
  return found;
}

/** Places for each address of a person. */
const ofAddresses = (placeOf: (address: string) => Place | Promise<Place>) => (person: Person) =>
  Promise.all(person.addresses.map(placeOf));

/** Work in the outboxes: mails by address, the rest by keys. */
const workAbout = ({ sub, addresses, confirmation }: Person): readonly Place[] => [
  ...addresses.map((address) => ({
    pk: keys.outbox('mail', '').pk,
    filter: expression`about.username = ${address} AND NOT (about.kind IN (${'deletion-asked'}, ${'erased'}))`,
  })),
  keys.outbox('mail', `receipt#${sub}`),
  keys.outbox('mail', `checklist#${sub}`),
  ...(confirmation === undefined
    ? []
    : [
        {
          pk: keys.outbox('systems', '').pk,
          where: expression`begins_with(sk, ${`${confirmation}#`})`,
        },
      ]),
  keys.outbox('moves', sub),
];

const sessionHashes = async ({ sub }: Person) =>
  (await allOf({ pk: keys.sessionsOf(sub) })).map(({ sk }) => String(sk));

/** Longer than the lifetime of a staff link. */
const linkMs = 2 * 3_600_000;

/** Staff links that may still work. The audit log has the id of each. */
async function linksOf({ sub }: Person): Promise<readonly Place[]> {
  const after = new Date(now() - linkMs).toISOString();
  const entries = await allOf({ in: auditTable(), pk: keys.log(sub), where: expression`sk > ${after}` });
  return entries
    .filter(({ event }) => event === 'service-token')
    .flatMap(({ keys: ids }) => (Array.isArray(ids) ? ids : []))
    .map((id) => keys.staffToken(String(id)));
}

/** Reads one item of the application; undefined if it is gone. */
async function partOf<T>(
  { sub }: Pick<Person, 'sub'>,
  sk: string,
  schema: z.ZodMiniType<T>,
): Promise<T | undefined> {
  const [item] = await allOf({ pk: keys.application(sub), sk });
  return item === undefined ? undefined : schema.parse(item);
}

async function listsOf(person: Person): Promise<readonly Place[]> {
  const { started_at, submitted_at } = (await partOf(person, parts.meta, items.meta)) ?? {};
  const { changes = [] } = (await partOf(person, parts.checklist, items.checklist)) ?? {};
  return [
    ...(started_at === undefined ? [] : [keys.listed('draft', started_at, person.sub)]),
    ...(submitted_at === undefined ? [] : [keys.listed('submitted', submitted_at, person.sub)]),
    ...changes.map((at) => keys.listed('changed', at, person.sub)),
  ];
}

async function rowOf({ sub }: Person): Promise<readonly Place[]> {
  const [time] = await allOf(keys.listRowTime(sub));
  return time === undefined ? [] : [keys.listRow(sub, items.listRowTime.parse(time).submitted_at)];
}

async function marksOfReaders({ sub }: Person): Promise<readonly Place[]> {
  const marks = await allOf({ pk: keys.readMark(sub, '').pk });
  return marks.map(({ sk }) => keys.readMarkOfReader(String(sk), sub));
}

async function nameOf(person: Person): Promise<readonly Place[]> {
  const submitted = await partOf(person, parts.submission, items.submission);
  const key = submitted && keyOfName(person.sub, submitted.answers);
  return key === undefined ? [] : [key];
}

/** The confirmation number of a submitted application that is not deleted yet. */
export const confirmationOf = async (sub: ApplicantId): Promise<string | undefined> =>
  (await partOf({ sub }, parts.submission, items.submission))?.confirmation;

/**
 * Personal data by the names of keys.ts, in the order of deletion: items that are found through another item
 * precede it.
 */
export const personalData: Readonly<Record<keyof typeof keys, PersonalData | NotPersonal>> = {
  // Without the mails that confirm a deletion: each is deleted when it is sent, after a week at most. The
  // events of deletions have only the confirmation number, and must still be sent: they are added afterwards.
  outbox: {
    title: 'Emails, packages and events about the account and the application that have not been sent yet',
    places: workAbout,
    isByAddress: true,
  },
  sessionVersion: {
    title: 'Version of the sessions, trusted browsers and mailed links, under a keyed hash',
    places: ofAddresses(sessionVersionKey),
    isByAddress: true,
  },
  session: {
    title: 'Open sessions',
    places: async (person) => (await sessionHashes(person)).map(keys.session),
  },
  sessionsOf: { title: 'List of sessions', places: ({ sub }) => [{ pk: keys.sessionsOf(sub) }] },
  addressChange: {
    title: 'Email address change waiting for its codes',
    places: ({ sub }) => [keys.addressChange(sub)],
  },
  staffToken: { title: 'Active staff links', places: linksOf },
  listed: { title: 'Lists of drafts, of submitted and of changed applications, by day', places: listsOf },
  named: { title: 'List of submitted applications, by name', places: nameOf },
  confirmation: {
    title: 'List of submitted applications, by confirmation number',
    places: ({ confirmation }) => (confirmation === undefined ? [] : [keys.confirmation(confirmation)]),
  },
  listRow: { title: 'List of submitted applications in the staff console', places: rowOf },
  listRowTime: {
    title: 'Place in the list of the staff console',
    places: ({ sub }) => [keys.listRowTime(sub)],
  },
  readMarkOfReader: {
    title: 'The same marks under the hash of each reader',
    places: marksOfReaders,
  },
  readMark: {
    title: 'Marks of staff who read the application, as hashes',
    places: ({ sub }) => [{ pk: keys.readMark(sub, '').pk }],
  },
  rowRebuild: {
    title: 'Update of the list in the staff console, not done yet',
    places: ({ sub }) => [keys.rowRebuild(sub)],
  },
  notes: {
    title: 'Private notes of staff about the application',
    places: ({ sub }) => [{ pk: keys.notes(sub) }],
  },
  erasedApplication: {
    notPersonal: 'The confirmation numbers of deleted applications, for 90 days. They name no applicant.',
  },
  package: {
    title: 'Delivery receipt of the package for the university',
    places: ({ sub }) => [keys.package(sub)],
  },
  validationReports: {
    title: 'Questions that had errors',
    places: ({ sub }) => [{ pk: keys.validationReports(sub) }],
  },
  applicationPdf: {
    title: 'State of the application PDFs',
    places: ({ sub }) => [{ pk: keys.applicationPdf(sub, 'applicant').pk }],
  },
  application: {
    title:
      'Application: answers, documents, status, logins, the submitted copy, the receipt, the supporting documents received, and a withdrawal',
    places: ({ sub }) => [{ pk: keys.application(sub) }],
  },
  log: {
    title: 'Audit log of the account and the application',
    places: ({ sub }) => [{ in: auditTable(), pk: keys.log(sub) }],
    stays: 'It has the names of questions but no answers. Each entry is deleted after 400 days.',
  },
  addressLog: {
    title: 'Audit log of the address before it was confirmed',
    places: ofAddresses(async (address) => ({
      in: auditTable(),
      pk: await addressAuditLog(address),
    })),
    stays: 'It has only a keyed hash of the address. Each entry is deleted after 400 days.',
  },
  warnings: {
    notPersonal:
      'How far the list of drafts was read before a deadline: an id and a time, until it is read to its end.',
  },
  operatorLog: { notPersonal: 'What operators did that concerns no applicant, and ids of who was erased.' },
  staffSession: { notPersonal: 'A session of staff. It ends within eight hours.' },
  providerTokens: { notPersonal: 'Tokens of the provider for a session of staff, as long as it.' },
  staffSessionsEnd: { notPersonal: 'When all sessions of a person of the staff ended, for eight hours.' },
  staffSignIn: { notPersonal: 'A sign-in of staff. It ends within ten minutes.' },
  deviceLink: {
    notPersonal: 'Answers on their way to another device: nothing says whose. They end within a day.',
  },
  rate: {
    notPersonal: 'Counts of attempts under keyed hashes that nobody can list. They end within 30 days.',
  },
  retention: { notPersonal: 'How far the nightly pass over all users has come: counts, and no applicant.' },
  currentSettings: { notPersonal: 'Published settings, which applicants read.' },
  settingsVersion: { notPersonal: 'Versions of the settings, and the staff who published them.' },
  nightlyExport: { notPersonal: 'How far the nightly export has come.' },
  erasure: {
    notPersonal:
      'That an erasure is not finished. It has an id, and the address only if its end is mailed; it goes with its end.',
  },
};

/** The kinds of data about a person, in the order of deletion. */
export const personalDataKinds: readonly PersonalData[] = Object.values(personalData).flatMap((kind) =>
  'notPersonal' in kind ? [] : [kind],
);

/** The items of one kind about a person, page by page. */
export async function* itemsAbout({ places }: PersonalData, person: Person): AsyncGenerator<readonly Item[]> {
  for (const place of await places(person)) yield* pagesOf(place);
}

/** The deletion lock stays during a deletion; completing the deletion removes it. */
const isDeletionLock = ({ sk, rev }: Item) => sk === parts.meta && rev === lockedRevision;

/** Deletes the items of one kind about a person, and returns their number. */
export async function eraseItems(held: PersonalData, person: Person): Promise<number> {
  let count = 0;
  for await (const page of itemsAbout(held, person)) {
    const erased = page.filter((item) => !isDeletionLock(item));
    for (const { pk, sk } of erased) await del({ pk: String(pk), sk: String(sk) });
    count += erased.length;
  }
  return count;
}

/** Every address that an account has logged in with or was changed to, until its application is deleted. */
export async function addressesOf(sub: ApplicantId): Promise<readonly string[]> {
  const found = await allOf({ pk: keys.application(sub) });
  return [...new Set(found.flatMap(({ username }) => (typeof username === 'string' ? [username] : [])))];
}
