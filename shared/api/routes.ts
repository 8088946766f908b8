import { accountRoutes, applicantRoutes } from './account-routes.ts';
import { applicationRoutes, deviceLinkRoutes } from './application-routes.ts';
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
 * Every call of the API, grouped by the function that handles it. Functions and pages import single groups,
 * so that they load only what they use. The contracts of a group, which define the input of its calls, are
 * in the file with the group's name.
 */
export const routes = {
  account: accountRoutes,
  application: { ...applicationRoutes, ...applicantRoutes, ...submittedRoutes },
  documents: documentRoutes,
  lookup: lookupRoutes,
  applicationPdf: applicationPdfRoutes,
  service: serviceRoutes,
  deviceLink: deviceLinkRoutes,
  staffSession: staffSessionRoutes,
  staffList: staffListRoutes,
  staffRead: staffReadRoutes,
  staffChecklist: staffChecklistRoutes,
  staffNotes: staffNotesRoutes,
  staffExport: staffExportRoutes,
  staffSettings: staffSettingsRoutes,
  staffAudit: staffAuditRoutes,
} as const satisfies Readonly<Record<string, Routes>>;

export type Group = keyof typeof routes;
