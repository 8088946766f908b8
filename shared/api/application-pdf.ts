import * as z from 'zod/mini';
import type { Contracts } from './contract.ts';
import { progress } from './fields.ts';
import { routes } from './routes.ts';

export const applicationPdf = {
  /** Starts a copy when none is as new as the answers; `url` is '' until it is COMPLETED (decision D-50). */
  getApplicationPdf: {
    route: routes.applicationPdf.getApplicationPdf,
    reply: z.object({ status: progress, url: z.string() }),
  },
} as const satisfies Contracts;
