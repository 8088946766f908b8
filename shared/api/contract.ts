import type * as z from 'zod/mini';
import type { ReplyOf, Route } from './route.ts';

/**
 * What a call carries. The browser imports only the types of contracts: the schemas stay with the functions. A body
 * schema has its own messages, and rejects a member that it does not know.
 */
export interface Contract {
  readonly route: Route;
  readonly params?: z.ZodMiniType<Record<string, string>>;
  /** A query carries text; a schema may turn it into something else. Members that it does not name are ignored. */
  readonly query?: z.ZodMiniType<unknown, Readonly<Record<string, string>>>;
  readonly body?: z.ZodMiniType;
}

type Parsed<T> = T extends z.ZodMiniType<infer Output> ? Output : never;

/** The parts of a call that its contract names. */
export type CallInput<C extends Contract> = {
  readonly [Part in keyof C & ('params' | 'query' | 'body')]: Parsed<C[Part]>;
};
export type Reply<C extends Contract> = ReplyOf<C['route']>;

export type Contracts = Readonly<Record<string, Contract>>;

/** One contract for each route of a group, under the name of its own route. */
export type ContractsOf<Group extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Group]: Contract & { readonly route: Group[Name] };
};
