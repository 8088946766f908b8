import * as z from 'zod/mini';
import { errorReportLimits } from '../rules/limits.ts';
import { deviceLinkRoutes } from './application-routes.ts';
import type { ContractsOf } from './contract.ts';
import { anyAnswers, body, text } from './fields.ts';

export const deviceLink = {
  /** Replies with the bare map of answers. */
  getAnswers: {
    route: deviceLinkRoutes.getAnswers,
    query: z.object({ token: z.optional(z.string()) }),
  },
  /** Stores an anonymous visitor's answers for a day, under a token that only this reply contains. */
  saveAnswers: {
    route: deviceLinkRoutes.saveAnswers,
    body: body({ answer: anyAnswers }),
  },
  /** The settings that the office published. CloudFront caches the reply for 20 seconds. */
  getSettings: { route: deviceLinkRoutes.getSettings },
  /** Logs why a page crashed in a user's browser. */
  reportError: {
    route: deviceLinkRoutes.reportError,
    body: body({
      page: text('page', errorReportLimits.page),
      name: text('name', errorReportLimits.name),
      message: text('message', errorReportLimits.message),
      stack: text('stack', errorReportLimits.stack),
    }),
  },
} as const satisfies ContractsOf<typeof deviceLinkRoutes>;
