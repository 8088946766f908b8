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
import { deviceLink } from './device-link.ts';
import { documents } from './documents.ts';
import { lookup } from './lookup.ts';
import type { Group, routes } from './routes.ts';
import { service } from './staff.ts';

/** The contracts of all calls. Pages and functions import single groups. */
export const contracts = {
  account,
  application,
  documents,
  lookup,
  applicationPdf,
  service,
  deviceLink,
  staffSession,
  staffList,
  staffRead,
  staffChecklist,
  staffNotes,
  staffExport,
  staffSettings,
  staffAudit,
} as const satisfies { readonly [G in Group]: ContractsOf<(typeof routes)[G]> };
