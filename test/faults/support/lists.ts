import { isDeepStrictEqual } from 'node:util';
import type { MemoryTable } from './memory-table.ts';
import { expectKept } from './promises.ts';
import { checklistCopy } from './retention-and-checklist.ts';

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

type Item = Readonly<Record<string, unknown>>;

/** The times of the copies that the applicant sent, by checklist item. */
function sentIn(document: Item | undefined): Item | undefined {
  const { sent_at } = (document?.status === 'COMPLETED' ? document : (document?.replaces as Item)) ?? {};
  return sent_at === undefined ? undefined : { transcript: sent_at };
}

/** The state of an application that its row in the console's list repeats. */
function stateOf(items: readonly Item[]) {
  const part = (name: string): Item | undefined => items.find(({ sk }) => sk === name);
  const { withdrawn_at, reinstated_at } = part('WITHDRAWAL') ?? {};
  return {
    received: part('CHECKLIST')?.received ?? {},
    withdrawn_at: reinstated_at === undefined ? withdrawn_at : undefined,
    sent: sentIn(part(`DOC#${checklistCopy}`)),
  };
}

function checkRows(table: MemoryTable): void {
  for (const { pk, sk, received, withdrawn_at, sent } of table.itemsUnder('ROW#')) {
    if (sk === 'TIME') continue;
    const application = `APP#${String(sk).split('#').at(-1)}`;
    const items = [...table.itemsUnder(application)];
    const [found, wanted] = [{ received, withdrawn_at, sent }, stateOf(items)];
    expectKept(
      'listed',
      isDeepStrictEqual(found, wanted),
      () => `${pk} ${sk}: ${JSON.stringify({ found, wanted })}`,
    );
  }
}

/** Every application that was changed is in the lists of its status, once in each, and in no other. */
export function checkLists(table: MemoryTable): void {
  checkRows(table);
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
