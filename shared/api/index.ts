import type { account } from './account.ts';
import type { application } from './application.ts';
import type { Call, Contract, Reply } from './contract.ts';
import type { copy } from './copy.ts';
import type { documents } from './documents.ts';
import type { lookup } from './lookup.ts';
import type { service } from './service.ts';
import type { temporary } from './temporary.ts';

export type { Call, Contract, Reply } from './contract.ts';
export type { Route } from './route.ts';
export { routes } from './routes.ts';

type Groups = {
  account: typeof account;
  application: typeof application;
  documents: typeof documents;
  lookup: typeof lookup;
  copy: typeof copy;
  service: typeof service;
  temporary: typeof temporary;
};
type AnyContract = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups];

/** The contract of a route: `ContractOf<typeof routes.account.logIn>`. */
export type ContractOf<R> =
  Extract<AnyContract, { readonly route: R }> extends infer C extends Contract ? C : never;
export type CallOf<R> = Call<ContractOf<R>>;
export type ReplyOf<R> = Reply<ContractOf<R>>;
