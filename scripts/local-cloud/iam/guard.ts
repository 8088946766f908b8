import type { Request } from '../http.ts';
import { ServiceError } from '../http.ts';
import { callerArn } from './identity-reply.ts';
import { administrator, type Keys } from './keys.ts';
import type { Permissions } from './roles.ts';
import { signerOf } from './signature.ts';
import type { Context } from './statement.ts';
import { endpointAllows, type VpcEndpoint } from './vpc-endpoints.ts';

/** One IAM action of a call, with its resource and context. */
export interface RequestedAction {
  readonly action: string;
  readonly resource: string;
  readonly context?: Context;
  /** The resource with the resource policy, if it differs from `resource`: an object's bucket. */
  readonly owner?: string;
}

/**
 * Access control of every service: identifies the caller and rejects actions that the caller's role does not
 * allow.
 */
export class Guard {
  readonly #keys: Keys;
  readonly #permissions: Permissions;
  readonly #endpoints: ReadonlyMap<string, VpcEndpoint>;

  /** `endpoints` are those of the roles whose functions are in a VPC. */
  constructor(keys: Keys, permissions: Permissions, endpoints: ReadonlyMap<string, VpcEndpoint>) {
    this.#keys = keys;
    this.#permissions = permissions;
    this.#endpoints = endpoints;
  }

  caller(request: Request): string {
    const caller = signerOf(request, this.#keys);
    if (caller === undefined)
      throw new ServiceError('MissingAuthenticationToken', 'Missing Authentication Token', 403);
    return caller;
  }

  allows(caller: string, { action, resource, context, owner }: RequestedAction): boolean {
    if (caller === administrator) return true;
    const endpoint = this.#endpoints.get(caller);
    if (endpoint !== undefined && !endpointAllows(endpoint, action, resource)) return false;
    const network = endpoint && { 'aws:SourceVpce': endpoint.id };
    return this.#permissions.roleAllows(caller, action, resource, { ...network, ...context }, owner);
  }

  /** Throws AWS's error, with caller, action and resource, unless the action is allowed. */
  require(caller: string, deed: RequestedAction, code = 'AccessDeniedException', status = 400) {
    if (!this.allows(caller, deed)) throw new ServiceError(code, denial(caller, deed), status);
  }
}

export function denial(caller: string, { action, resource }: RequestedAction) {
  return `User: ${callerArn(caller)} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
}
