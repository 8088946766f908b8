import type { account } from './account.ts';
import type { application } from './application.ts';
import type { applicationPdf } from './application-pdf.ts';
import type {
  staffAudit,
  staffChecklist,
  staffExport,
  staffList,
  staffNotes,
  staffRead,
  staffSession,
  staffSettings,
} from './console.ts';
import type { CallInput, Contract, ContractsOf } from './contract.ts';
import type { deviceLink } from './device-link.ts';
import type { documents } from './documents.ts';
import type { lookup } from './lookup.ts';
import type { Group, routes } from './routes.ts';
import type { service } from './staff.ts';

export type { CallInput, Contract } from './contract.ts';
export type { ReplyOf, Route } from './route.ts';
export { routes } from './routes.ts';

/** Fails to compile when a group of routes has no contracts. */
type Complete<Groups extends { readonly [G in Group]: ContractsOf<(typeof routes)[G]> }> = Groups;

type Groups = Complete<{
  account: typeof account;
  application: typeof application;
  documents: typeof documents;
  lookup: typeof lookup;
  applicationPdf: typeof applicationPdf;
  service: typeof service;
  deviceLink: typeof deviceLink;
  staffSession: typeof staffSession;
  staffList: typeof staffList;
  staffRead: typeof staffRead;
  staffChecklist: typeof staffChecklist;
  staffNotes: typeof staffNotes;
  staffExport: typeof staffExport;
  staffSettings: typeof staffSettings;
  staffAudit: typeof staffAudit;
}>;
type AnyContract = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups];

/** The contract of a route: `ContractOf<typeof routes.account.logIn>`. */
export type ContractOf<R> =
  Extract<AnyContract, { readonly route: R }> extends infer C extends Contract ? C : never;
export type InputOf<R> = CallInput<ContractOf<R>>;
