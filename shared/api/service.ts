import * as z from 'zod/mini';
import type { ContractsOf } from './contract.ts';
import { routes } from './routes.ts';

const query = z.object({ service_token: z.string() });

export const service = {
  /** One application as staff read it: what the print view and the PDF copy are drawn from. */
  getApplication: {
    route: routes.service.getApplication,
    query,
  },
  /** 302 to a short-lived link to the PDF copy, or 202 until it is ready (decision H-12). */
  getPdf: { route: routes.service.getPdf, query },
} as const satisfies ContractsOf<typeof routes.service>;
