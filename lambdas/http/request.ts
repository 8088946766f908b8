import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { CallInput, Contract, Contracts, Reply } from '../../shared/api/contract.ts';
import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { StaffMember } from '../table/staff-sessions.ts';
import type { Viewer } from './viewer.ts';

export type Event = APIGatewayProxyEventV2;
export type Result = APIGatewayProxyStructuredResultV2;

/** An applicant with a session. */
export interface Applicant {
  readonly sub: ApplicantId;
  readonly username: string;
}

/** Staff with a token. They can read one applicant's application and change nothing in it. */
export interface Staff {
  readonly sub: ApplicantId;
  readonly audience: StaffAudience;
}

interface CallerOf {
  readonly applicant: Applicant;
  readonly service: Staff;
  readonly staff: StaffMember;
  readonly ending: Applicant | undefined;
  readonly public: undefined;
}

/** Input of a handler: the caller, and the parsed parts of the request that its contract names. */
export type RequestContext<C extends Contract> = CallInput<C> & {
  readonly caller: CallerOf[C['route']['access']];
  readonly viewer: Viewer;
  readonly cookies: readonly string[];
};

/** Response of a handler; the default status is 200. */
interface HandlerResponse<Body> {
  readonly body: Body;
  readonly status?: number;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handlers<Calls extends Contracts> = {
  readonly [Name in keyof Calls]: (
    request: RequestContext<Calls[Name]>,
  ) => Promise<HandlerResponse<Reply<Calls[Name]>>>;
};

/** One call that a function handles. */
export interface Operation {
  readonly contract: Contract;
  readonly handle: (request: never) => Promise<HandlerResponse<unknown>>;
}

/** Lambda's context with the properties that the middlewares add, in the order of serve.ts. */
export interface CallContext extends Context {
  startedAt: number;
  operation: Operation;
  caller: Applicant | Staff | StaffMember | undefined;
  input: object;
}

export type MiddlewareRequest = Request<Event, Result, Error, CallContext>;
export type Middleware = MiddlewareObj<Event, Result, Error, CallContext>;
