import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entryTexts, personName } from '../../../web/console/event-words.ts';

const source = readFileSync(join(import.meta.dirname, '../../../lambdas/store/audit-event.ts'), 'utf8');
const events = [...source.matchAll(/\| '([a-z-]+)'/g)].map(([, event = '']) => event);

it('the console has words for each event of the audit log', () => {
  expect(events.length).toBeGreaterThan(70);
  const written = readFileSync(join(import.meta.dirname, '../../../web/console/event-words.ts'), 'utf8');
  const unknown = events.filter(
    (event) => !written.includes(`  '${event}': '`) && !written.includes(`  ${event}: '`),
  );
  expect(unknown).toEqual([]);
});

it('an entry is described by words, a few names and its purpose', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  expect(entryTexts({ event: 'save', names, purpose: undefined })).toEqual({
    ...{ words: 'saved answers', names: 'a, b, c, d, e, f and 2 more', purpose: '' },
  });
  expect(entryTexts({ event: 'note-added', names: ['MjAyN'], purpose: '' }).names).toBe('');
  expect(entryTexts({ event: 'of-a-later-version', names: [], purpose: '' }).words).toBe(
    'of a later version',
  );
});

it('a person is named without the identifier of the university', () => {
  expect(personName('Omar Office (omar)')).toBe('Omar Office');
  expect(personName('')).toBe('The applicant');
});
