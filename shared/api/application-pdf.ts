import type { ContractsOf } from './contract.ts';
import { applicationPdfRoutes } from './document-routes.ts';

export const applicationPdf = {
  /**
   * Starts the conversion when no application PDF is as new as the answers. `url` is '' until the status is
   * COMPLETED.
   */
  getApplicationPdf: {
    route: applicationPdfRoutes.getApplicationPdf,
  },
} as const satisfies ContractsOf<typeof applicationPdfRoutes>;
