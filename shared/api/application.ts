import * as z from 'zod/mini';
import { validationReportLimits } from '../rules/limits.ts';
import { applicantRoutes } from './account-routes.ts';
import { applicationRoutes } from './application-routes.ts';
import type { ContractsOf } from './contract.ts';
import {
  answersExpectedMessage,
  anyAnswers,
  anyObject,
  body,
  id,
  isSafeName,
  passwordText,
  statuses,
  text,
  wrappedOrBare,
} from './fields.ts';
import { submittedRoutes } from './submitted-routes.ts';

const expectMessages = 'validations: an object of keys and lists of messages is expected.';

const messages = z.pipe(
  anyObject(expectMessages).check(
    z.refine((map) => Object.keys(map).every(isSafeName), 'validations: a key cannot be used.'),
    z.refine(
      (map) =>
        Object.keys(map).length <= validationReportLimits.keys &&
        JSON.stringify(map).length <= validationReportLimits.characters,
      'validations: more than the form has.',
    ),
  ),
  z.record(
    text('validations', 120),
    z
      .array(text('validations', 300), expectMessages)
      .check(z.maxLength(20, 'validations: at most 20 messages a key.')),
    'validations: a key has at most 120 characters.',
  ),
);

const wholeNumber = (name: string, maximum: number) => {
  const message = `${name}: a whole number is expected.`;
  return z.int(message).check(z.gte(0, message), z.lte(maximum, message));
};

/** Far more saves than anyone makes. The store counts exactly up to this number and beyond. */
const maxSaves = 1e12;

/**
 * A page's own number for a save. The store ignores a save that arrives after a later one of the same page.
 */
const order = z.strictObject(
  { page: text('order', 40), number: wholeNumber('order', maxSaves) },
  'order: a page and a number are expected.',
);

/** More keys than the form has. */
const maxResolved = 1000;
const resolvedMessage = 'resolved: a list of keys is expected.';
const resolvedKeys = z
  .array(text('resolved', 64), resolvedMessage)
  .check(z.maxLength(maxResolved, resolvedMessage));

const isFlat = (map: Readonly<Record<string, unknown>>): boolean =>
  Object.values(map).every((value) => typeof value === 'string' || typeof value === 'boolean');

export const application = {
  getProfile: {
    route: applicationRoutes.getProfile,
  },
  putLastPage: {
    route: applicationRoutes.putLastPage,
    body: body({
      last_page: text('last_page', 64).check(
        z.regex(/^\/[a-z0-9-]*$/, 'last_page: the path of a page is expected.'),
      ),
    }),
  },
  /**
   * The body is `{answer: {key: value}}` or a bare flat map of answers. `revision` is the one the page last
   * received; `resolved` are keys of earlier conflicts between whose values the applicant has chosen.
   */
  putAnswer: {
    route: applicationRoutes.putAnswer,
    body: wrappedOrBare(
      'answer',
      body({
        answer: anyAnswers,
        revision: z.optional(wholeNumber('revision', maxSaves)),
        order: z.optional(order),
        resolved: z.optional(resolvedKeys),
      }),
      answersExpectedMessage,
      isFlat,
    ),
  },
  postWebStatus: {
    route: applicationRoutes.postWebStatus,
    body: body({
      web_status: z.enum(statuses, 'web_status: started, validating or submitted is expected.'),
    }),
  },
  postValidations: {
    route: applicationRoutes.postValidations,
    body: wrappedOrBare('validations', body({ validations: messages }), expectMessages),
  },
  getReminders: { route: applicantRoutes.getReminders },
  putReminders: {
    route: applicantRoutes.putReminders,
    body: body({ are_wanted: z.boolean('are_wanted: true or false is expected.') }),
  },
  submit: {
    route: applicationRoutes.submit,
  },
  /** When the application was submitted, received and withdrawn. */
  getProgress: { route: submittedRoutes.getProgress },
  /** Withdraws the submitted application. Only the office can reinstate it. Repeating it changes nothing. */
  withdraw: {
    route: submittedRoutes.withdraw,
    body: body({ current_password: passwordText('current_password') }),
  },
  getOwnData: { route: applicantRoutes.getOwnData },
  getAddAnother: { route: applicationRoutes.getAddAnother },
  putAddAnother: {
    route: applicationRoutes.putAddAnother,
    body: body({
      button_id: id('button_id'),
      num_components: z
        .int('num_components: a whole number from 1 to 10.')
        .check(
          z.gte(1, 'num_components: a whole number from 1 to 10.'),
          z.lte(10, 'num_components: a whole number from 1 to 10.'),
        ),
    }),
  },
  getTabs: { route: applicationRoutes.getTabs },
  putTabs: {
    route: applicationRoutes.putTabs,
    body: body({ tab_id: id('tab_id'), chosen_tab: id('chosen_tab') }),
  },
} as const satisfies ContractsOf<typeof applicationRoutes & typeof applicantRoutes & typeof submittedRoutes>;
