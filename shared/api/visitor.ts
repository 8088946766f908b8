import * as z from 'zod/mini';
import { errorReportLimits } from '../rules/limits.ts';
import { visitorRoutes } from './application-routes.ts';
import type { ContractsOf } from './contract.ts';
import { anyAnswers, body, text } from './fields.ts';

/** A token in a mail, signed and of one applicant. */
const link = z.object({ token: z.string() });

export const visitor = {
  /** Replies with the bare map of answers. */
  getAnswers: {
    route: visitorRoutes.getAnswers,
    query: z.object({ token: z.optional(z.string()) }),
  },
  /** Stores an anonymous visitor's answers for a day, under a token that only this reply contains. */
  saveAnswers: {
    route: visitorRoutes.saveAnswers,
    body: body({ answer: anyAnswers }),
  },
  /** The settings that the office published. CloudFront caches the reply for 20 seconds. */
  getSettings: { route: visitorRoutes.getSettings },
  /** Logs why a page crashed in a user's browser. */
  reportError: {
    route: visitorRoutes.reportError,
    body: body({
      page: text('page', errorReportLimits.page),
      name: text('name', errorReportLimits.name),
      message: text('message', errorReportLimits.message),
      stack: text('stack', errorReportLimits.stack),
    }),
  },
  /**
   * The link in a mail about a deadline: a browser gets a page that asks, and its button sends the next call.
   */
  askToUnsubscribe: {
    route: visitorRoutes.askToUnsubscribe,
    query: link,
    page: { title: 'Deadline emails', button: 'Turn them off' },
    isFromAnywhere: true,
  },
  /** The same link as mail programs use it (RFC 8058). The body is not read. */
  unsubscribe: {
    route: visitorRoutes.unsubscribe,
    query: link,
    page: { title: 'Deadline emails' },
    isFromAnywhere: true,
  },
} as const satisfies ContractsOf<typeof visitorRoutes>;
