import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { routes } from '../../shared/api/routes.ts';
import { type Answers, isEmpty } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { wordsOf } from '../api-client/errors.ts';
import { keepVisitorAnswers, visitorAnswers } from '../session/anonymous-answers.ts';
import { onForget } from '../session/end-session.ts';
import { takeTemporaryToken } from '../session/url-tokens.ts';

const words = {
  brought: 'We brought the answers that you gave before.',
  ignored: 'You are logged in, so we kept the answers saved in your account.',
} as const;

const note = createStore<{ said: string }>(() => ({ said: '' }));
const say = (said: string) => note.setState({ said });
onForget(() => say(''));

export const isBlank = (answers: Answers): boolean => Object.values(answers).every(isEmpty);

const given = (answers: Answers) =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => !isEmpty(value)));

/**
 * Answers that a link brings along become those of a visitor, where nothing else was answered. An application that has
 * answers of its own, or is sent, ignores them and says so (decision D-90); a link that is over says so too (D-91).
 */
export async function bringLinkedAnswers(isWelcome: boolean): Promise<void> {
  const token = takeTemporaryToken();
  if (token === null) return;
  if (!isWelcome) return say(words.ignored);
  try {
    const answers = await call(routes.deviceLink.getAnswers, { query: { token } });
    keepVisitorAnswers({ ...answers, ...given(visitorAnswers()) } as Answers);
    say(words.brought);
  } catch (error) {
    say(wordsOf(error));
  }
}

/** What became of the answers of a link. */
export function LinkNote() {
  const { said } = useStore(note);
  return said === '' ? null : (
    <p className="notice" role="status">
      {said}
    </p>
  );
}
