import { account } from './account.ts';
import { application } from './application.ts';
import { applicationPdf } from './application-pdf.ts';
import {
  staffAudit,
  staffChecklist,
  staffExport,
  staffList,
  staffNotes,
  staffRead,
  staffSession,
  staffSettings,
} from './console.ts';
import type { ContractsOf } from './contract.ts';
import { documents } from './documents.ts';
import { lookup } from './lookup.ts';
import type { Group, routes } from './routes.ts';
import { service } from './staff.ts';
import { visitor } from './visitor.ts';

/** The contracts of all calls. Pages and functions import the parts of a group. */
export const contracts = {
  account,
  applicant: { ...application, ...documents, ...applicationPdf },
  public: { ...lookup, ...visitor },
  service,
  staffSession,
  staff: { ...staffList, ...staffRead, ...staffChecklist, ...staffNotes },
  staffOffice: { ...staffExport, ...staffSettings, ...staffAudit },
} as const satisfies { readonly [G in Group]: ContractsOf<(typeof routes)[G]> };
