import { accountRoutes, applicantRoutes } from './account-routes.ts';
import { applicationRoutes, visitorRoutes } from './application-routes.ts';
import {
  staffAuditRoutes,
  staffChecklistRoutes,
  staffExportRoutes,
  staffListRoutes,
  staffNotesRoutes,
  staffReadRoutes,
  staffSessionRoutes,
  staffSettingsRoutes,
} from './console-routes.ts';
import { applicationPdfRoutes, documentRoutes, lookupRoutes, serviceRoutes } from './document-routes.ts';
import type { Routes } from './route.ts';
import { submittedRoutes } from './submitted-routes.ts';

/**
 * Every call of the API, grouped by the function that handles it. Functions and pages import the parts of a
 * group, so that they load only what they use.
 */
export const routes = {
  account: accountRoutes,
  applicant: {
    ...applicationRoutes,
    ...applicantRoutes,
    ...submittedRoutes,
    ...documentRoutes,
    ...applicationPdfRoutes,
  },
  public: { ...lookupRoutes, ...visitorRoutes },
  service: serviceRoutes,
  staffSession: staffSessionRoutes,
  staff: { ...staffListRoutes, ...staffReadRoutes, ...staffChecklistRoutes, ...staffNotesRoutes },
  staffOffice: { ...staffExportRoutes, ...staffSettingsRoutes, ...staffAuditRoutes },
} as const satisfies Readonly<Record<string, Routes>>;

export type Group = keyof typeof routes;
