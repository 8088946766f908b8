import { AsyncLocalStorage } from 'node:async_hooks';
import { applies, type Statement } from './statement.ts';

/** The VPC endpoint through which a request comes. */
export interface RequestSource {
  readonly vpcEndpoint: string;
  /** The endpoint's own policy. */
  readonly statements: readonly Statement[];
}

/** Set while a request from a VPC endpoint is served. */
export const requestSource = new AsyncLocalStorage<RequestSource>();

/** IAM condition keys about the network path of the current request. */
export const sourceContext = () => {
  const source = requestSource.getStore();
  return source === undefined ? {} : { 'aws:SourceVpce': source.vpcEndpoint };
};

/** https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-access.html */
export function sourceAllows(action: string, resource: string): boolean {
  const source = requestSource.getStore();
  if (source === undefined) return true;
  const about = source.statements.filter((each) => applies(each, action, resource, {}));
  return about.length > 0 && about.every(({ Effect }) => Effect === 'Allow');
}
