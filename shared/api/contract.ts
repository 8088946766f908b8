import type * as z from 'zod/mini';
import type { ReplyOf, Route } from './route.ts';

/** The largest body of a call, in bytes. All answers together are under 40 KB. */
export const maxBodyBytes = 262_144;

/** A page of words. */
export interface CallPage {
  readonly title: string;
  /** The label of a button that sends POST to the same address. */
  readonly button?: string;
  /** Ways on from an error. */
  readonly links?: readonly { readonly text: string; readonly href: string }[];
}

/**
 * The input of a call. The browser imports only the types of contracts; the schemas run in the functions. A
 * body schema has its own error messages and rejects unknown members.
 */
export interface Contract {
  readonly route: Route;
  readonly params?: z.ZodMiniType<Record<string, string>>;
  /** Query values arrive as text; a schema may convert them. Members without a schema are ignored. */
  readonly query?: z.ZodMiniType<unknown, Readonly<Record<string, string>>>;
  readonly body?: z.ZodMiniType;
  /**
   * Set for a call whose address people open in a browser, which then gets a page of words instead of JSON.
   */
  readonly page?: CallPage;
  /**
   * True where a token in the address is all that a call needs: mail providers call it, and pages without an
   * origin.
   */
  readonly isFromAnywhere?: true;
}

type Parsed<T> = T extends z.ZodMiniType<infer Output> ? Output : never;

/** The parts of a call's input that its contract defines. */
export type CallInput<C extends Contract> = {
  readonly [Part in keyof C & ('params' | 'query' | 'body')]: Parsed<C[Part]>;
};
export type Reply<C extends Contract> = ReplyOf<C['route']>;

export type Contracts = Readonly<Record<string, Contract>>;

/** One contract for each route of a group, under the same name as its route. */
export type ContractsOf<Group extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Group]: Contract & { readonly route: Group[Name] };
};
