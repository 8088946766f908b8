import * as z from 'zod/mini';
import type { ContractsOf } from './contract.ts';
import {
  answersExpected,
  anyAnswers,
  anyObject,
  body,
  id,
  isSafeName,
  statuses,
  text,
  wrappedOrBare,
} from './fields.ts';
import { routes } from './routes.ts';

const expectMessages = 'validations: an object of keys and lists of messages is expected.';

const messages = z.pipe(
  anyObject(expectMessages).check(
    z.refine((map) => Object.keys(map).every(isSafeName), 'validations: a key cannot be used.'),
  ),
  z.record(
    text('validations', 120),
    z
      .array(text('validations', 300), expectMessages)
      .check(z.maxLength(20, 'validations: at most 20 messages a key.')),
    'validations: a key has at most 120 characters.',
  ),
);

const wholeNumber = (name: string, most: number) => {
  const message = `${name}: a whole number is expected.`;
  return z.int(message).check(z.gte(0, message), z.lte(most, message));
};

/** More than anybody saves; the store counts exactly up to here, and beyond it. */
const mostSaves = 1e12;

/** Saves of one page, in the order in which it sent them: one that arrives after a later one changes nothing. */
const order = z.strictObject(
  { page: text('order', 40), number: wholeNumber('order', mostSaves) },
  'order: a page and a number are expected.',
);

const isFlat = (map: Readonly<Record<string, unknown>>): boolean =>
  Object.values(map).every((value) => typeof value === 'string' || typeof value === 'boolean');

export const application = {
  getProfile: {
    route: routes.application.getProfile,
  },
  putLastPage: {
    route: routes.application.putLastPage,
    body: body({
      last_page: text('last_page', 64).check(
        z.regex(/^\/[a-z0-9-]*$/, 'last_page: the path of a page is expected.'),
      ),
    }),
  },
  /** `{answer: {key: value}}`; a bare flat map is accepted too (decision D-38). `revision`: the one the page was based on. */
  putAnswer: {
    route: routes.application.putAnswer,
    body: wrappedOrBare(
      'answer',
      body({
        answer: anyAnswers,
        revision: z.optional(wholeNumber('revision', mostSaves)),
        order: z.optional(order),
      }),
      answersExpected,
      isFlat,
    ),
  },
  postWebStatus: {
    route: routes.application.postWebStatus,
    body: body({
      web_status: z.enum(statuses, 'web_status: started, validating or submitted is expected.'),
    }),
  },
  postValidations: {
    route: routes.application.postValidations,
    body: wrappedOrBare('validations', body({ validations: messages }), expectMessages),
  },
  submit: {
    route: routes.application.submit,
  },
  getAddAnother: { route: routes.application.getAddAnother },
  putAddAnother: {
    route: routes.application.putAddAnother,
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
  getTabs: { route: routes.application.getTabs },
  putTabs: {
    route: routes.application.putTabs,
    body: body({ tab_id: id('tab_id'), chosen_tab: id('chosen_tab') }),
  },
} as const satisfies ContractsOf<typeof routes.application>;
