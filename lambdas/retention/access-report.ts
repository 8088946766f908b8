import { type PoolUser, readUser } from '../aws/cognito.ts';
import { listObjects } from '../aws/s3-links.ts';
import { ApiError } from '../runtime/errors.ts';
import { type Operator, recordEvent } from '../table/audit-log.ts';
import {
  addressesOf,
  confirmationOf,
  type Item,
  itemsAbout,
  type Person,
  personalData,
  personalDataKinds,
} from '../table/personal-data.ts';
import { folders } from './data-inventory.ts';

/**
 * One part of a report about a person. Each part fits into Lambda's response limit; `next` is the number of
 * the following part.
 */
interface ReportPart {
  readonly title: string;
  readonly stays?: string | undefined;
  readonly items: readonly Item[];
  readonly files?: readonly { readonly path: string; readonly size: number; readonly url: string }[];
  readonly next?: number | undefined;
}

/** Names staff of the console by their role. */
const withoutNameOfStaff = ({ role, ...item }: Item): Item =>
  role === undefined ? item : { ...item, by: `staff: ${role}` };

/** Converts sets to arrays, because JSON has no sets. */
const plain = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(withoutNameOfStaff(item)).map(([name, value]) => [
      name,
      value instanceof Set ? [...value] : value,
    ]),
  );

async function itemsOf(kind: (typeof personalDataKinds)[number], person: Person): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const page of itemsAbout(kind, person)) found.push(...page.map(plain));
  return found;
}

const accountPart = ({ attributes, ...user }: PoolUser): ReportPart => ({
  title: 'Account: email address and creation date. The password cannot be read',
  items: [{ ...user, ...attributes }],
});

/** A file's path in the report: its key without the id of the applicant. */
const pathOf = (key: string, { sub }: Person) => key.replace(`/${sub}/`, '/');

/** The application comes first, because readers look for it. */
const kinds = personalDataKinds.toSorted(
  (one, other) => Number(other === personalData.application) - Number(one === personalData.application),
);

/** The parts that follow the account, in order. */
const parts: readonly ((person: Person) => Promise<ReportPart>)[] = [
  ...kinds.map((kind) => async (person: Person) => ({
    title: kind.title,
    stays: kind.stays,
    items: await itemsOf(kind, person),
  })),
  ...folders.map(({ title, bucket, prefix }) => async (person: Person) => {
    const folder = prefix(person);
    const objects = folder === undefined ? [] : await listObjects(folder, bucket);
    const files = objects.map(({ key, ...rest }) => ({ path: pathOf(key, person), ...rest }));
    return { title, items: [], files };
  }),
];

interface Asked {
  readonly username: string;
  readonly part: number;
  readonly operator: Operator;
}

/**
 * Returns one part of the stored data of an address's owner. Each read is recorded with the part's number,
 * because a command may start with any part.
 */
export async function reportPart({ username, part, operator }: Asked): Promise<ReportPart> {
  const user = await readUser(username);
  if (user === undefined) throw new ApiError('notFound', 'No applicant has this email address.');
  const make = parts[part - 1];
  if (part > 0 && make === undefined) throw new ApiError('notFound', 'The report has no such part.');
  await recordEvent(user.sub, 'access-report', { ...operator, names: [String(part)] });
  if (make === undefined) return { ...accountPart(user), next: 1 };
  const { email = username } = user.attributes;
  const [addresses, confirmation] = await Promise.all([addressesOf(user.sub), confirmationOf(user.sub)]);
  const person = { sub: user.sub, addresses: [...new Set([email, ...addresses])], confirmation };
  return { ...(await make(person)), next: part < parts.length ? part + 1 : undefined };
}
