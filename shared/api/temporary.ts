import * as z from 'zod/mini';
import { troubleLimits } from '../rules/limits.ts';
import type { Contracts } from './contract.ts';
import { answers, anyAnswers, body, message, text } from './fields.ts';
import { routes } from './routes.ts';

export const temporary = {
  /** The bare map of answers (platform specification, point 7). */
  getAnswers: {
    route: routes.temporary.getAnswers,
    query: z.object({ token: z.optional(z.string()) }),
    reply: answers,
  },
  /** Keeps a visitor's answers for a day under a token that only the reply knows (decision D-89). */
  keepAnswers: {
    route: routes.temporary.keepAnswers,
    body: body({ answer: anyAnswers }),
    reply: z.object({
      message: z.string(),
      token: z.string(),
      url: z.string(),
      /** Keys that are not kept: nobody asks them, or they are too private for a link. */
      ignored: z.array(z.string()),
    }),
  },
  /** Writes into the log why a page broke in somebody's browser (decision 013). */
  tellTrouble: {
    route: routes.temporary.tellTrouble,
    body: body({
      page: text('page', troubleLimits.page),
      name: text('name', troubleLimits.name),
      message: text('message', troubleLimits.message),
      stack: text('stack', troubleLimits.stack),
    }),
    reply: message,
  },
} as const satisfies Contracts;
