import * as z from 'zod/mini';
import { type Assembly, inertResource, number } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';

const connectorSchema = z.strictObject({
  Url: z.string().check(z.regex(/^sftp:\/\/[^/]+$/, 'Only SFTP connectors are served.')),
  AccessRole: z.string(),
  LoggingRole: inertResource,
  SftpConfig: z.strictObject({
    UserSecretId: z.string(),
    TrustedHostKeys: z.array(z.string()),
    MaxConcurrentConnections: z.optional(number),
  }),
  Tags: inertResource,
});

export interface Connector {
  readonly id: string;
  readonly arn: string;
  readonly url: string;
  readonly host: string;
  readonly accessRole: string;
  readonly secret: string;
  /** Each is a type and a base64 body. */
  readonly hostKeys: readonly string[];
  readonly maxConnections: number;
}

/** SFTP connectors by their id. */
export const readConnectors = (assembly: Assembly): ReadonlyMap<string, Connector> =>
  new Map(
    assembly.of('AWS::Transfer::Connector', connectorSchema).map(({ arn, attributes, given, path }) => {
      const id = attributes.ConnectorId;
      if (id === undefined) throw new LocalCloudError(`${path} has no id.`);
      const { UserSecretId, TrustedHostKeys, MaxConcurrentConnections = 1 } = given.SftpConfig;
      const url = new URL(given.Url);
      return [
        id,
        {
          ...{ id, arn, url: given.Url, host: url.hostname, accessRole: given.AccessRole },
          ...{ secret: UserSecretId, hostKeys: TrustedHostKeys, maxConnections: MaxConcurrentConnections },
        },
      ];
    }),
  );
