import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Contract } from '../../shared/api/contract.ts';
import { ApiError, invalidSession } from '../runtime/errors.ts';
import { findSession } from '../store/sessions.ts';
import { sessionIdIn } from './cookies.ts';
import type { Reader } from './reader.ts';

/** The applicant who makes a call. */
export interface Caller {
  readonly sub: string;
  readonly username: string;
}

/**
 * Who makes a call; undefined for a public one. Only a session of the table or a token of ours counts, whatever else a
 * request says.
 */
export async function callerOf(
  { route }: Contract,
  event: APIGatewayProxyEventV2,
): Promise<Caller | Reader | undefined> {
  if (route.access === 'public') return undefined;
  // Loaded only where staff are served: no other function may read what the tokens are signed with.
  if (route.access === 'service') return (await import('./reader.ts')).readerOf(event);
  const id = sessionIdIn(event.cookies);
  const session = id === undefined ? undefined : await findSession(id);
  if (session === undefined && route.access === 'applicant')
    throw new ApiError('unauthenticated', invalidSession);
  return session;
}
