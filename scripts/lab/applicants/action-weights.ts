/** Actions of a simulated applicant. */
export type Action =
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

/** Relative frequency of each action. */
export type ActionWeights = Readonly<Partial<Record<Action, number>>>;

/** Chooses the next action by a number from 0 to 1. */
export function chooseAction(weights: ActionWeights, random: number): Action {
  const all = Object.entries(weights) as [Action, number][]; // a literal has no other keys
  let rest = random * all.reduce((sum, [, share]) => sum + share, 0);
  for (const [action, share] of all) {
    rest -= share;
    if (rest < 0) return action;
  }
  return 'save';
}
