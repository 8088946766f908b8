import { validate } from '../../../shared/form/index.ts';
import { application, completeAnswers, today } from '../../support/form.ts';
import { answerKeys } from './actions.ts';

const kept: readonly string[] = answerKeys;
const isValid = (answers: typeof completeAnswers) =>
  Object.keys(validate(application, { answers, counts: {}, tabs: {} }, { today })).length === 0;

/**
 * The complete application without every answer that it stays valid without: histories read and check it
 * thousands of times.
 */
export function shortestApplication(): typeof completeAnswers {
  let answers = completeAnswers;
  for (const key of Object.keys(completeAnswers)) {
    const { [key]: _, ...others } = answers;
    if (!kept.includes(key) && isValid(others)) answers = others;
  }
  return answers;
}
