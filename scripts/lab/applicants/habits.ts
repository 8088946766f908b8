/** What an applicant may do next. */
export type Deed =
  | 'save'
  | 'check'
  | 'open a page'
  | 'look up'
  | 'leave a page'
  | 'choose a tab'
  | 'add a block'
  | 'ask for a document'
  | 'upload a PDF'
  | 'upload a Word document'
  | 'delete a document'
  | 'log in again';

/** How often each is done, compared with the others. */
export type Habits = Readonly<Partial<Record<Deed, number>>>;

/** Chooses what comes next by a number from 0 to 1. */
export function chosenDeed(habits: Habits, random: number): Deed {
  const all = Object.entries(habits) as [Deed, number][]; // a literal has no other keys
  let rest = random * all.reduce((sum, [, share]) => sum + share, 0);
  for (const [deed, share] of all) {
    rest -= share;
    if (rest < 0) return deed;
  }
  return 'save';
}
