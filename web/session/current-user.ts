import { marker } from './session.ts';

let person: string | undefined;

/** The page works for whoever is logged in now. */
export function workForPerson(): void {
  person = marker();
}

export function forgetPerson(): void {
  person = undefined;
}

/** Whether somebody else logged in beside, in another tab: nothing of this page may reach their application. */
export function isSomebodyElse(): boolean {
  const now = marker();
  return person !== undefined && now !== undefined && now !== person;
}
