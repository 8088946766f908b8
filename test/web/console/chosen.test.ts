import { beforeEach, expect, it, vi } from 'vitest';

/** The storage of a tab. */
const stored = new Map<string, string>();
vi.stubGlobal(
  'sessionStorage',
  new Proxy(
    {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  ),
);
vi.stubGlobal('location', { origin: 'https://apply.example.edu' });

const { choose, chosenText, clearChosen, unchoose } = await import('../../../web/console/chosen.ts');
const { keepTabFor } = await import('../../../web/console/tab-data.ts');
const { linkLines } = await import('../../../web/console/copy-links.tsx');

const application = (number: number) => ({
  applicant: `id-${number}`,
  name: `Ada ${number}`,
  confirmation: `NLU-${number}`,
});
const many = (count: number) => Array.from({ length: count }, (_, number) => application(number));
const kept = () => JSON.parse(stored.get('staff-chosen') ?? '[]');

beforeEach(clearChosen);

it('chosen applications are kept in the tab, each once, without the other facts of the list', () => {
  choose([{ ...application(1), email: 'ada@example.org' } as never, application(2)]);
  choose([application(2), application(3)]);
  expect(kept()).toEqual([application(1), application(2), application(3)]);
  unchoose([application(2)]);
  expect(kept()).toEqual([application(1), application(3)]);
  clearChosen();
  expect(kept()).toEqual([]);
});

it('at most 500 applications are chosen, and the others are counted', () => {
  expect(choose(many(499))).toBe(0);
  expect(choose([application(1), application(499), application(500)])).toBe(1);
  expect(kept()).toHaveLength(500);
  expect(chosenText(500)).toBe('500 chosen, the most for one file');
});

it('typed text and chosen applications stay in the tab for the same person only', () => {
  stored.set('service-token', 'of an applicant');
  keepTabFor('omar');
  choose([application(1)]);
  stored.set('staff-note:id-1', '"Private"');
  keepTabFor('omar');
  expect(stored.get('staff-note:id-1')).toBe('"Private"');
  keepTabFor('dana');
  expect([...stored.keys()]).toEqual(['service-token', 'staff-person']);
  choose([application(2)]);
  expect(kept()).toEqual([application(2)]);
});

it('a link has the number first, so no name is a formula in a spreadsheet', () => {
  expect(linkLines([{ applicant: 'a b', name: '=1+1', confirmation: 'NLU-1' }, application(2)])).toBe(
    'NLU-1 =1+1 https://apply.example.edu/staff/applications/a%20b\nNLU-2 Ada 2 https://apply.example.edu/staff/applications/id-2',
  );
});
