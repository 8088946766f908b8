/** The product's promises, in the words of the tests. */
export const promises = {
  notLost: 'an acknowledged answer is never lost',
  notInvented: 'nothing appears that nobody sent, and no call is stored by halves',
  ownWrites: 'an applicant who was told that something is saved finds it at the next reading',
  submittedOnce: 'an application is submitted exactly once, as it was acknowledged',
  neverChanged: 'a submitted application never changes',
  checklistShown: 'a checklist item that staff ticked off is shown to the applicant, until they take it back',
  withdrawn: 'a submitted application is withdrawn exactly while the last acknowledged call says so',
  arrivesOnce: 'each submission becomes one whole package, of which the university is told',
  erased: 'who was told that everything is erased is gone for good, and nobody else is',
  listed:
    'staff find each application once: as a draft until it is submitted, then by day, name and number, with its current state',
  statusOrder: 'the status only moves from started over validating to submitted, each once',
  conversionEnds: 'a conversion always ends, whatever dies',
  staysDeleted: 'a deleted or replaced document never comes back, and its files go',
  completedExists: 'a converted document exists, can be read, and is the file that was sent',
  eventsRepeat: 'events that come twice, late or in another order change nothing',
  apart: "no applicant ever sees another applicant's data",
  failuresTold: 'every failure is told, with a time to try again where trying helps',
  logInsCounted: 'each log-in counts once',
  countsWhole: 'the number of repeated blocks is always a whole number from 1 to 10',
  backAfterLogOut: 'an applicant who logs in again finds everything that was acknowledged',
} as const;
export type PromiseName = keyof typeof promises;

/** A promise that a history broke. */
export class BrokenPromise extends Error {
  readonly promise: PromiseName;

  constructor(promise: PromiseName, detail: string) {
    super(`Broken: ${promises[promise]}. ${detail}`);
    this.promise = promise;
  }
}

export function expectKept(promise: PromiseName, isKept: boolean, detail: () => string): void {
  if (!isKept) throw new BrokenPromise(promise, detail());
}
