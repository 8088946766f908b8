import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';

const connectorSchema = z.strictObject({
  Url: z.string().check(z.regex(/^sftp:\/\/[^/]+$/, 'Only SFTP connectors are served.')),
  AccessRole: z.string(),
  LoggingRole: inertResource,
  SftpConfig: z.strictObject({
    UserSecretId: z.string(),
    TrustedHostKeys: inertResource,
    MaxConcurrentConnections: inertResource,
  }),
  Tags: inertResource,
});

export interface Connector {
  readonly id: string;
  readonly arn: string;
  readonly accessRole: string;
  readonly secret: string;
}

/** SFTP connectors by their id. */
export const readConnectors = (assembly: Assembly): ReadonlyMap<string, Connector> =>
  new Map(
    assembly.of('AWS::Transfer::Connector', connectorSchema).map(({ arn, attributes, given, path }) => {
      const id = attributes.ConnectorId;
      if (id === undefined) throw new LocalCloudError(`${path} has no id.`);
      return [id, { id, arn, accessRole: given.AccessRole, secret: given.SftpConfig.UserSecretId }];
    }),
  );
