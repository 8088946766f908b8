import type { ContractsOf } from './contract.ts';
import { routes } from './routes.ts';

export const applicationPdf = {
  /** Starts a copy when none is as new as the answers; `url` is '' until it is COMPLETED (decision D-50). */
  getApplicationPdf: {
    route: routes.applicationPdf.getApplicationPdf,
  },
} as const satisfies ContractsOf<typeof routes.applicationPdf>;
