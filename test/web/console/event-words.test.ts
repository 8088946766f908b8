import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entryText, foldListings } from '../../../web/console/event-words.ts';
import { partner } from '../../support/form.ts';

const source = readFileSync(join(import.meta.dirname, '../../../lambdas/table/audit-log.ts'), 'utf8');
const events = [...source.matchAll(/\| '([a-z-]+)'/g)].map(([, event = '']) => event);

it('the console has words for each event of the audit log', () => {
  expect(events.length).toBeGreaterThan(70);
  const written = readFileSync(join(import.meta.dirname, '../../../web/console/event-words.ts'), 'utf8');
  const unknown = events.filter(
    (event) => !written.includes(`  '${event}': '`) && !written.includes(`  ${event}: '`),
  );
  expect(unknown).toEqual([]);
});

const textOf = (event: string, names: readonly string[] = []) =>
  entryText({ event, names: [...names] }, partner);

it('an entry is a sentence after the name of a person', () => {
  expect(textOf('save', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toBe(
    'saved answers: a, b, c, d, e, f and 2 more',
  );
  expect(textOf('note-added', ['MjAyN'])).toBe('added a note');
  expect(textOf('staff-sign-in', ['director'])).toBe('signed in to the console as director');
  expect(textOf('settings-published', ['version=3', 'nextSteps'])).toBe(
    'published settings (version 3, Next steps)',
  );
  expect(textOf('checklist-checked', ['rows=5'])).toBe('checked a list of checklist items (5 rows)');
  expect(textOf('applications-listed', ['q', 'since=2026-09-11', 'missing=transcript', 'sort=name'])).toBe(
    'listed applications (a search text, Submitted from: September 11, 2026, Missing: transcript)',
  );
  expect(textOf('of-a-later-version')).toBe('of a later version');
});

it('listings that one person made in a row are one entry', () => {
  const entry = (event: string, by: string) => ({ event, by, names: [], at: '2026-11-28T09:00:00Z' });
  const listed = (by: string) => entry('applications-listed', by);
  const entries = [
    listed('Omar'),
    listed('Omar'),
    listed('Dana'),
    entry('settings-read', 'Dana'),
    listed('Dana'),
  ];
  expect(foldListings(entries).map(({ entry: { by }, count }) => [by, count])).toEqual([
    ['Omar', 2],
    ['Dana', 1],
    ['Dana', 1],
    ['Dana', 1],
  ]);
});
