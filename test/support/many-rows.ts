import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Store } from '../../scripts/local-cloud/dynamodb/engine.ts';
import { functionSettings, tableKeys } from './function-settings.ts';

const require = createRequire(import.meta.url);
const { createKey }: { createKey(item: object, table: object): string } = require('dynalite/db');

const families = ['Lindqvist', "O'Brien", 'Nguyễn', 'García', 'Smith', 'Müller', 'Zappa', 'Kowalski'];
const majors = ['Biology', 'Chemistry', 'Economics', 'Forestry', 'Physics'];

type Value = string | readonly Value[] | { readonly [name: string]: Value };

/** A value as DynamoDB stores it. */
function stored(value: Value): object {
  if (typeof value === 'string') return { S: value };
  return Array.isArray(value) ? { L: value.map(stored) } : { M: storedItem({ ...value }) };
}

const storedItem = (item: object): object =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, stored(value)]));

/** Puts items into the table without DynamoDB's checks, which would take most of the time of a test. */
export async function putQuickly({ db }: Store, items: readonly object[]): Promise<void> {
  const batchSize = 5_000;
  for (let from = 0; from < items.length; from += batchSize) {
    const puts = items.slice(from, from + batchSize).map((item) => {
      const value = storedItem(item);
      return {
        type: 'put',
        key: `item-${functionSettings.TABLE_NAME}~${createKey(value, tableKeys)}`,
        value,
      };
    });
    await db.batch(puts);
  }
}

/** An id like those of the user pool. */
const idOf = (index: number) =>
  createHash('sha256')
    .update(String(index))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');

/** Rows of the console's list, each submitted a minute after the one before. */
export const manyRows = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const sub = idOf(index);
    const at = new Date(Date.parse('2026-08-01T00:00:00Z') + index * 60_000).toISOString();
    const family = families[index % families.length] ?? '';
    const name = `Ada${index} ${family}`;
    const missing = index % 3 === 0 ? [] : ['transcript'];
    return {
      pk: `ROW#${sub[0]}`,
      sk: `${at}#${sub}`,
      name,
      search: `ada${index} ${family.toLowerCase()}\nnlu-${index}\nada.${index}@example.org`,
      confirmation: `NLU-${index}`,
      email: `ada.${index}@example.org`,
      term: index % 4 === 0 ? '202801' : '202708',
      term_label: index % 4 === 0 ? 'Spring 2028' : 'Fall 2027',
      major: String(index % majors.length),
      major_label: majors[index % majors.length],
      ...(index % 100 === 0 && { late: '3 minutes after Regular decision' }),
      items: ['transcript', 'fafsa'],
      missing,
      sort_name: `${family.toLowerCase()}, ada${index}`,
      sort_term: index % 4 === 0 ? '202801' : '202708',
      sort_major: majors[index % majors.length]?.toLowerCase(),
      sort_missing: String(999 - missing.length),
      submitted_at: at,
      received: missing.length === 0 ? { transcript: '2026-10-01' } : {},
    };
  });
