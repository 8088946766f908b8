import * as z from 'zod/mini';
import { errorReportLimits } from '../rules/limits.ts';
import type { ContractsOf } from './contract.ts';
import { anyAnswers, body, text } from './fields.ts';
import { routes } from './routes.ts';

export const deviceLink = {
  /** The bare map of answers (platform specification, point 7). */
  getAnswers: {
    route: routes.deviceLink.getAnswers,
    query: z.object({ token: z.optional(z.string()) }),
  },
  /** Keeps a visitor's answers for a day under a token that only the reply knows (decision D-89). */
  saveAnswers: {
    route: routes.deviceLink.saveAnswers,
    body: body({ answer: anyAnswers }),
  },
  /** Writes into the log why a page broke in somebody's browser (decision 013). */
  reportError: {
    route: routes.deviceLink.reportError,
    body: body({
      page: text('page', errorReportLimits.page),
      name: text('name', errorReportLimits.name),
      message: text('message', errorReportLimits.message),
      stack: text('stack', errorReportLimits.stack),
    }),
  },
} as const satisfies ContractsOf<typeof routes.deviceLink>;
