import type * as z from 'zod/mini';
import type { Route } from './route.ts';

/**
 * What a call carries and answers. The browser imports only the types of these: the schemas stay with the functions.
 * A body schema names its own messages; a member it does not know is refused (decision H-27).
 */
export interface Contract {
  readonly route: Route;
  readonly params?: z.ZodMiniType<Record<string, string>>;
  /** A query carries text; a schema may make something else of it. Members that it does not name are ignored. */
  readonly query?: z.ZodMiniType<unknown, Readonly<Record<string, string>>>;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
}

type Parsed<T> = T extends z.ZodMiniType<infer Output> ? Output : never;

/** The parts of a call that its contract names. */
export type CallInput<C extends Contract> = {
  readonly [Part in keyof C & ('params' | 'query' | 'body')]: Parsed<C[Part]>;
};
export type Reply<C extends Contract> = Parsed<C['reply']>;

/** The calls of one group, by name. */
export type Contracts = Readonly<Record<string, Contract>>;
