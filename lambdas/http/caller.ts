import type { Contract } from '../../shared/api/contract.ts';
import { findSession } from '../store/sessions.ts';
import { sessionIdIn } from './cookies.ts';
import { HttpError, invalidSession } from './errors.ts';

/** The applicant who makes a call. */
export interface Caller {
  readonly sub: string;
  readonly username: string;
}

/** Who makes a call; undefined for a public one. Only a session of the table counts, whatever else a request says. */
export async function callerOf(
  { route }: Contract,
  cookies?: readonly string[],
): Promise<Caller | undefined> {
  if (route.access === 'public') return undefined;
  const id = sessionIdIn(cookies);
  const session = id === undefined ? undefined : await findSession(id);
  if (session === undefined && route.access === 'applicant') throw new HttpError(401, invalidSession);
  return session;
}
