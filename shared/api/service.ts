import * as z from 'zod/mini';
import type { Contracts } from './contract.ts';
import { answers, documentAnswers, progress } from './fields.ts';
import { routes } from './routes.ts';

const query = z.object({ service_token: z.string() });

export const service = {
  /** One application as staff read it: what the print view and the PDF copy are drawn from. */
  getApplication: {
    route: routes.service.getApplication,
    query,
    reply: z.object({
      answer: answers,
      add_another: z.record(z.string(), z.number()),
      document_answer: documentAnswers,
      tabs: z.record(z.string(), z.string()),
    }),
  },
  /** 302 to a short-lived link to the PDF copy, or 202 until it is ready (decision H-12). */
  getPdf: { route: routes.service.getPdf, query, reply: z.object({ status: progress }) },
} as const satisfies Contracts;
