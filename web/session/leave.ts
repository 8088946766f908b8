import { routes } from '../../shared/api/routes.ts';
import { call } from '../api/call.ts';
import { invalidSession, UnauthorizedError, wordsOf } from '../api/errors.ts';
import { tell } from '../ui/unexpected.ts';
import { forgetVisitor } from './snapshot.ts';
import { forgetKept } from './unsaved.ts';
import { forgetVisitorAnswers } from './visitor-answers.ts';

interface Goer {
  go(path: string, state: { message?: string; error?: string }): void;
}
let goer: Goer = { go: () => {} };
let forgetters: readonly (() => void)[] = [];
let beforeLeaving = async () => {};
let rescue = () => {};

/** Says how to go to another page from outside of one. */
export const setGoer = (made: Goer): void => {
  goer = made;
};

/** Whoever keeps something about the visitor says here how to forget it. */
export const onForget = (forget: () => void): void => {
  forgetters = [...forgetters, forget];
};

/** What has to be finished while the session still lives: saving. */
export const onLeaving = (finish: () => Promise<void>): void => {
  beforeLeaving = finish;
};

/** What a session that is over leaves unsaved is rescued before everything else is forgotten. */
export const onSessionOver = (save: () => void): void => {
  rescue = save;
};

function forgetEverything(): void {
  for (const forget of forgetters) forget();
  forgetVisitorAnswers();
  forgetVisitor();
}

/** A call found the session over (platform specification, point 8). */
export function sessionIsOver(): void {
  rescue();
  forgetEverything();
  goer.go('/login', { error: invalidSession });
}

/** Logs out after the last answers are saved (decision D-09); a failure is told in a dialog. */
export async function logOut(error?: string): Promise<void> {
  await beforeLeaving().catch(() => {
    // Logging out goes on; the quiet line has said that something is not saved.
  });
  // After inactivity the applicant may come back for what could not be saved; who logs out leaves nothing (D-07).
  if (error === undefined) forgetKept();
  try {
    const { message } = await call(routes.account.logOut, {});
    forgetEverything();
    goer.go('/login', error === undefined ? { message } : { error });
  } catch (failure) {
    forgetEverything();
    if (failure instanceof UnauthorizedError) return;
    goer.go('/login', error === undefined ? {} : { error });
    tell(wordsOf(failure));
  }
}
