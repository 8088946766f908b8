import type { MemoryTable } from './memory-table.ts';
import { expectKept } from './promises.ts';

const whenBegun = ['LIST#draft'];
const whenSubmitted = ['CONFIRMATION', 'LIST#submitted', 'NAME'];

/** In which lists each application is. */
function listsIn(table: MemoryTable): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const list of [...whenBegun, ...whenSubmitted])
    for (const { sk, sub = String(sk).split('#').at(-1) } of table.itemsUnder(`${list}#`))
      lists.set(String(sub), [...(lists.get(String(sub)) ?? []), list]);
  return lists;
}

/** Every application that was changed is in the lists of its status, once in each, and in no other. */
export function checkLists(table: MemoryTable): void {
  const lists = listsIn(table);
  for (const { pk, sk, submitted_at } of table.itemsUnder('APP#')) {
    if (sk !== 'META') continue;
    const found = lists.get(String(pk).slice('APP#'.length)) ?? [];
    const wanted = submitted_at === undefined ? whenBegun : whenSubmitted;
    expectKept(
      'listed',
      found.toSorted().join() === wanted.join(),
      () => `${pk} is in the lists ${found.join(', ')} instead of ${wanted.join(', ')}.`,
    );
  }
}
