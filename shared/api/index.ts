import type { CallInput, Contract } from './contract.ts';
import type { contracts } from './contracts.ts';

export type { CallInput, Contract } from './contract.ts';
export type { ReplyOf, Route } from './route.ts';
export { routes } from './routes.ts';

type Groups = typeof contracts;
type AnyContract = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups];

/** The contract of a route: `ContractOf<typeof routes.account.logIn>`. */
export type ContractOf<R> =
  Extract<AnyContract, { readonly route: R }> extends infer C extends Contract ? C : never;
export type InputOf<R> = CallInput<ContractOf<R>>;
