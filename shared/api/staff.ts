import * as z from 'zod/mini';
import type { ContractsOf } from './contract.ts';
import { serviceRoutes } from './document-routes.ts';
import { id } from './fields.ts';

const page = { title: 'Application PDF' };
const query = z.object({ service_token: z.string() });

export const service = {
  /** One application as staff see it. The print view and the application PDF are made from it. */
  getApplication: {
    route: serviceRoutes.getApplication,
    query,
  },
  /**
   * Redirects (302) to a short-lived link to the application PDF, or replies 202 until it is ready. A browser
   * gets a page that waits.
   */
  getPdf: { route: serviceRoutes.getPdf, query, page },
  /** Redirects (302) to a short-lived link to one of the files that `getApplication` lists. */
  viewDocument: {
    route: serviceRoutes.viewDocument,
    params: z.object({ answer_key: id('answer_key') }),
    query,
    page,
  },
} as const satisfies ContractsOf<typeof serviceRoutes>;
