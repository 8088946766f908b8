import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { type Answers, isEmpty } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { getAnonymousAnswers, saveAnonymousAnswers } from '../session/anonymous-answers.ts';
import { takeDeviceLinkToken } from '../session/url-tokens.ts';
import { formStore } from './form-store.ts';

const notices = {
  added: 'Your earlier answers are here.',
  ignored: 'We kept the answers already saved in your account.',
} as const;

const notify = (linkNotice: string) => formStore.change({ linkNotice });

export const isBlank = (answers: Answers): boolean => Object.values(answers).every(isEmpty);

/** The answers without those that are empty. */
export const nonEmpty = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => !isEmpty(value)));

/**
 * Adds the answers of a device link to those of the anonymous visitor, where a question has no answer yet. An
 * application that is submitted or has answers ignores them. The page shows which of these happened, or that
 * the link has expired.
 */
export async function addLinkedAnswers(isAccepted: boolean): Promise<void> {
  const token = takeDeviceLinkToken();
  if (token === null) return;
  if (!isAccepted) return notify(notices.ignored);
  try {
    const answers = await call(visitorRoutes.getAnswers, { query: { token } });
    saveAnonymousAnswers({ ...answers, ...nonEmpty(getAnonymousAnswers()) });
    notify(notices.added);
  } catch (error) {
    notify(errorMessage(error));
  }
}
