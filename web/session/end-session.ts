import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { invalidSession, UnauthorizedError, wordsOf } from '../api-client/errors.ts';
import { keepTrying } from '../ui/retry.ts';
import { tell } from '../ui/unexpected-error.ts';
import { forgetVisitorAnswers } from './anonymous-answers.ts';
import { forgetMarker, forgetVisitor, known } from './session.ts';
import { forgetKept } from './unsaved-answers.ts';

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

/** Leads to another page from outside of one. */
export const goTo = (path: string): void => goer.go(path, {});

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

interface Failed {
  readonly error: unknown;
}

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

/** Saves what waits; says whether all of it is saved. */
export const saveAll = (): Promise<boolean> =>
  beforeLeaving().then(
    () => true,
    (error) => error instanceof UnauthorizedError,
  );

/** Tells the server until it hears, or until somebody logs in here: a session that lives on is a danger to its owner. */
const endLater = (): Promise<unknown> =>
  keepTrying(async () => {
    if (!known().is_logged_in) await call(routes.account.logOut, {});
  }, true);

async function tellServer(): Promise<Failed | { readonly message: string }> {
  try {
    return await call(routes.account.logOut, {});
  } catch (error) {
    return { error };
  }
}

/** Logs out after the last answers are saved (decision D-09); a failure is told in a dialog. */
export async function logOut(error?: string): Promise<void> {
  await beforeLeaving().catch(() => {
    // Logging out goes on: who asked for it was asked, and after inactivity the answers are kept.
  });
  // After inactivity the applicant may come back for what could not be saved; who logs out leaves nothing (D-07).
  if (error === undefined) forgetKept();
  const reply = await tellServer();
  const hasFailed = 'error' in reply;
  forgetEverything();
  // A save that was under way until now has kept again what it did not send.
  if (error === undefined) forgetKept();
  if (hasFailed && reply.error instanceof UnauthorizedError) return;
  goer.go('/login', error === undefined ? (hasFailed ? {} : { message: reply.message }) : { error });
  if (!hasFailed) return;
  forgetMarker();
  tell(wordsOf(reply.error));
  void endLater();
}
