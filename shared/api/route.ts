import type * as v from 'valibot';
import type { Permission } from './staff-roles.ts';

/**
 * Access level of a call. `public`: everyone. `applicant`: a user with a valid session. `ending`: with or
 * without a valid session, because log-out must always work. `service`: staff with a token in the query,
 * which opens one application. `staff`: a person with a session of the staff console.
 */
export type Access = 'public' | 'applicant' | 'ending' | 'service' | 'staff';

/**
 * The address, access and reply of a call. The browser, the CDK app and the functions share this one
 * definition.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /** Of a `staff` call: the permission that the person's role must have. Without one, any role will do. */
  readonly permission?: Permission;
  /** True if the person must have logged in within the last five minutes. */
  readonly needsFreshSignIn?: true;
  /** The function removes every other member from its reply; the browser rejects a reply of another shape. */
  readonly reply: v.GenericSchema;
}

export type ReplyOf<R extends Route> = v.InferOutput<R['reply']>;

/** A group of calls, by their names. */
export type Routes = Readonly<Record<string, Route>>;

/** Makes the routes of one access level, such as `applicant('GET', '/api/tabs', replies.tabs)`. */
export const routesFor =
  <const Rest extends Pick<Route, 'access' | 'permission' | 'needsFreshSignIn'>>(rest: Rest) =>
  <
    const Method extends Route['method'],
    const Path extends Route['path'],
    const Schema extends Route['reply'],
  >(
    method: Method,
    path: Path,
    reply: Schema,
  ) => ({ method, path, ...rest, reply });

/** Calls of everyone, and of applicants with a session. */
export const anyone = routesFor({ access: 'public' });
export const applicant = routesFor({ access: 'applicant' });
