import { RegionInfo } from 'aws-cdk-lib/region-info';
import * as z from 'zod/mini';
import { exportFormats } from '../../shared/export/format-names.ts';

/** Messages follow the name of their setting. */
const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));
/** The regions that this version of CDK knows. */
const regions = RegionInfo.regions.map(({ name }) => name);
const required = z.string().check(z.minLength(1, 'is missing'));
const arn = matching(/^arn:/, 'is not an ARN');
const hostName = matching(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is not a host name in small letters');
const email = matching(/^[^@\s]+@[^@\s]+$/, 'is not an email address');
const count = z.number().check(z.int('is not a whole number'), z.positive('is not positive'));

/** Default days that AWS Backup keeps a daily backup, and that a daily list of users is kept. */
const defaultRetentionDays = 7;

const groupNames = z._default(z.array(required), []);

/** The university's identity provider, if it speaks OpenID Connect. */
const oidcProvider = z.strictObject({
  kind: z.literal('oidc'),
  issuer: z.url('is not a URL'),
  clientId: required,
  /** Some providers send a refresh token for another scope, or for a parameter of the sign-in address. */
  scope: z._default(required, 'openid profile email offline_access'),
  parameters: z._default(z.record(z.string(), z.string()), {}),
  /** The claim that has a person's groups. */
  claim: z._default(required, 'groups'),
});

/** The university's identity provider, if it speaks SAML only. A second user pool translates. */
const samlProvider = z.strictObject({
  kind: z.literal('saml'),
  metadataUrl: z.url('is not a URL'),
  /** Part of the host name at which the user pool talks to the provider. */
  domainPrefix: matching(/^[a-z0-9][a-z0-9-]{0,62}$/, 'is no part of a host name'),
  /** The names of the SAML attributes. */
  attributes: z.strictObject({
    name: required,
    email: required,
    groups: required,
  }),
});

/** The sign-in of staff. The client secret is in Secrets Manager. */
const staffSchema = z.strictObject({
  provider: z.discriminatedUnion('kind', [oidcProvider, samlProvider]),
  /** The provider's groups that have each role of the console. */
  roles: z.strictObject({
    reader: groupNames,
    records: groupNames,
    office: groupNames,
    director: groupNames,
  }),
});

const zone = matching(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'is not a name such as us-east-1b');

const tableName = matching(/^[\w.-]{3,255}$/, 'is not the name of a table');

const vaultArn = /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/;

/**
 * The LibreOffice that converts documents: this repository's container image, or a Lambda layer for arm64.
 */
const converterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('image') }),
  z.strictObject({
    kind: z.literal('layer'),
    arn: arn,
    soffice: required,
  }),
]);

const portMessage = 'is not a port from 1 to 65535';

const sftp = z.strictObject({
  host: matching(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'is not a host name in small letters, such as sftp.example.edu',
  ),
  port: z._default(z.int(portMessage).check(z.gte(1, portMessage), z.lte(65_535, portMessage)), 22),
  folder: z._default(
    matching(
      /^\/([^/]+(\/[^/]+)*)?$/,
      'is not an absolute path without a slash at its end, such as /incoming/Matricula',
    ),
    '/incoming/Matricula',
  ),
  /** The server's public keys, without comments. AWS accepts RSA and ECDSA keys. */
  hostKeys: z
    .array(
      matching(
        /^(ssh-rsa|ecdsa-sha2-nistp(256|384|521)) [A-Za-z0-9+/]+=*$/,
        'is not an RSA or ECDSA key as ssh-keyscan prints it, without host name and comment',
      ),
    )
    .check(
      z.minLength(1, 'needs at least one key of the SFTP server; ssh-keyscan prints them'),
      z.maxLength(10, 'has more than 10 keys'),
    ),
});
export type SftpSetting = z.output<typeof sftp>;

const bucketOfAccount = z.strictObject({
  account: matching(/^\d{12}$/, 'must have 12 digits'),
  bucket: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket'),
});

/** Destinations of submitted applications, in addition to the bucket of packages and the bus of events. */
const deliveriesSetting = z._default(
  z.strictObject({
    /** The rows of the nightly export. Slate also gets the PDFs, in ZIP files. */
    format: z._default(z.enum(exportFormats), 'csv'),
    /** A server that gets the files of each night. */
    sftp: z.optional(sftp),
    /** A bucket, also of another account, that gets a copy of each package and each file of the night. */
    replicateTo: z.optional(bucketOfAccount),
    /** A bus, also of another account, that gets each event. */
    forwardEventsTo: z.optional(
      matching(
        /^arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w.-]+$/,
        'is not the ARN of an event bus',
      ),
    ),
  }),
  { format: 'csv' },
);

/** Strict: otherwise a misspelled setting, such as the alarms' address, would be silently ignored. */
export const deploymentSchema = z.strictObject({
  name: matching(
    /^[a-z][a-z0-9-]{0,15}$/,
    'is not 1 to 16 lower-case letters, digits and dashes, with a letter first',
  ),
  environment: z.enum(['development', 'production']),
  region: z.string().check(z.refine((name) => regions.includes(name), 'is not an AWS region')),
  account: z.optional(matching(/^\d{12}$/, 'must have 12 digits')),
  domain: z.optional(
    z.strictObject({
      name: hostName,
      /** The zone in Route 53 in which the deployment makes its records. */
      hostedZone: z.optional(
        z.strictObject({
          id: matching(/^Z[A-Z0-9]+$/, 'is not the ID of a hosted zone, such as Z0123456789ABCDEFGHIJ'),
          name: hostName,
        }),
      ),
      /** A certificate that exists. Default: one that the hosted zone validates. */
      certificateArn: z.optional(arn),
    }),
  ),
  mail: z.strictObject({ from: email, sesIdentity: z.optional(required) }),
  converter: converterSchema,
  /**
   * Source of address lookups: the list of the university's folder, or Amazon Location, which charges for
   * each lookup.
   */
  addresses: z.enum(['list', 'amazon-location']),
  /** Removal policy for applicants' data when a stack is deleted. */
  removal: z.enum(['retain', 'destroy']),
  /** Daily backups. A deployment with `removal: 'destroy'` has only the daily list of users. */
  backup: z._default(
    z.strictObject({
      retentionDays: z._default(count, defaultRetentionDays),
      /**
       * Part of the vault's name. A vault outlives its stack, so a stage that is deployed again needs a new
       * name.
       */
      vault: z.optional(
        matching(/^[a-z0-9-]{1,20}$/, 'is not 1 to 20 lower-case letters, digits and dashes'),
      ),
      /** A vault of another account or region that gets a copy of each backup. */
      copyTo: z.optional(matching(vaultArn, 'is not the ARN of a backup vault')),
    }),
    { retentionDays: defaultRetentionDays },
  ),
  /** Data that was restored: the deployment uses it, and keeps what it made before. */
  restored: z.optional(
    z.strictObject({
      /** The names of tables that already exist: of applications, and of the audit log. */
      table: z.optional(tableName),
      auditTable: z.optional(tableName),
      /** Part of the name of a new, empty user pool: a pool has no backup that AWS could restore. */
      userPool: z.optional(matching(/^[A-Za-z0-9]{1,20}$/, 'is not 1 to 20 letters and digits')),
    }),
  ),
  alarmEmail: z.optional(email),
  /** US dollars per month. alarmEmail gets a mail at 80 percent, and when the forecast exceeds the budget. */
  monthlyBudget: z.optional(count),
  /**
   * The version of the origin secret that CloudFront sends. A new version replaces the secret without
   * interruption.
   */
  originSecretVersion: z.optional(required),
  /**
   * True to reject new passwords that attackers guess first. Otherwise every password that meets the listed
   * rules is accepted.
   */
  rejectCommonPasswords: z._default(z.boolean(), true),
  /**
   * A web ACL in front of CloudFront: it logs and counts requests that its rules match, or also blocks them.
   */
  firewall: z.enum(['off', 'count', 'block']),
  /** Gigabytes of temporary storage for one LibreOffice conversion. */
  officeStorage: z._default(count.check(z.maximum(10, 'is more than the 10 GB that Lambda has')), 1),
  /** The two availability zones of the office converter's network. Default: the first two of the account. */
  zones: z.optional(z.tuple([zone, zone])),
  /**
   * Reads and writes per second that the table supports from the start. AWS charges once for the capacity
   * beyond a new table's default.
   */
  warmThroughput: z.optional(z.strictObject({ reads: count, writes: count })),
  /** Without it, there is no sign-in to the staff console. */
  staff: z.optional(staffSchema),
  /** Destinations of submitted applications: an SFTP server, another account's bucket or bus. */
  deliveries: deliveriesSetting,
  /** Requests per second that the API accepts in total. */
  throttle: z.strictObject({ rate: count, burst: count }),
  /** Concurrent conversions, reserved so peak load leaves enough concurrency for the API. */
  converters: z.optional(
    z.strictObject({
      convert: count,
      office: count,
      /** Application PDFs. Many applicants request one in the minutes after a deadline. */
      applicationPdf: count,
    }),
  ),
});

export type Deployment = z.infer<typeof deploymentSchema>;
export type Converter = Deployment['converter'];
export type SamlProvider = z.infer<typeof samlProvider>;

/**
 * Maximum upload events that start conversions concurrently, if concurrency is reserved. More events wait in
 * Lambda's queue. An endlessly repeated upload form therefore exhausts neither the API's concurrency nor the
 * starts of other applicants' conversions.
 */
export const uploadEventsAtOnce = 10;

/** CloudFront reads certificates and web ACLs of this region only, and writes its log and metrics there. */
export const edgeRegion = 'us-east-1';

/** The regions that have stacks of a deployment. */
export const regionsOf = ({ region }: Deployment): readonly string[] => [...new Set([region, edgeRegion])];

/** The concurrent executions that a deployment reserves. */
export const reservedConcurrency = ({ converters }: Deployment): number =>
  converters === undefined
    ? 0
    : Object.values(converters).reduce((sum, each) => sum + each, uploadEventsAtOnce);

/** True for a name that is the domain or a part of it. */
const isWithin = (name: string, domain: string) => name === domain || name.endsWith(`.${domain}`);

export const senderDomain = ({ mail }: Deployment): string => (mail.from.split('@')[1] ?? '').toLowerCase();

/**
 * The identity in SES that the deployment makes, for a sender in its hosted zone. `isOwn`: nothing else sends
 * mail from the domain, so a DMARC policy for it is safe.
 */
export function madeIdentity(deployment: Deployment) {
  const { domain, mail } = deployment;
  const name = senderDomain(deployment);
  if (domain?.hostedZone === undefined || mail.sesIdentity !== undefined) return undefined;
  if (!isWithin(name, domain.hostedZone.name)) return undefined;
  return { name, hostedZoneId: domain.hostedZone.id, isOwn: isWithin(name, domain.name) };
}

/** The identity in SES that allows the sender; undefined if none is known. */
export const sesIdentityOf = (deployment: Deployment): string | undefined =>
  deployment.mail.sesIdentity ?? madeIdentity(deployment)?.name;

/** Without `backup.vault`, CloudFormation generates the name, always the same one for a stage. */
export const vaultName = ({ name, backup }: Deployment): string | undefined =>
  backup.vault === undefined ? undefined : `matricula-${name}-${backup.vault}`;

/** The names of all settings: docs/deploy.md explains each. */
export const settingNames = Object.keys(deploymentSchema.shape);

/** An error in the settings of a deployment. `path` leads to the setting. */
export interface DeploymentFault {
  readonly name: unknown;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Settings that cannot be deployed. The message has one line per setting. */
export class InvalidConfigurationError extends Error {
  override name = 'InvalidConfigurationError';
  readonly faults: readonly DeploymentFault[];

  constructor(faults: readonly DeploymentFault[]) {
    super(
      faults
        .map(({ name, message }) => `Deployment ${JSON.stringify(name)} in deployments.ts: ${message}.`)
        .join('\n'),
    );
    this.faults = faults;
  }
}

/** Returns the message of an issue, with the name of its setting. */
function messageOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return `there is no setting ${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}`;
  if (issue.code === 'invalid_value') return `${path} must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'invalid_type') return `${path} is missing, or no ${issue.expected}`;
  if (issue.code === 'invalid_union') return `${path} is missing, or has no such value`;
  return `${path} ${issue.message}`;
}

const faultIn = (name: unknown, issue: z.core.$ZodIssue): DeploymentFault => ({
  name,
  path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])],
  message: messageOf(issue),
});

const refuse = (name: unknown, path: string, message: string): never => {
  throw new InvalidConfigurationError([{ name, path: path.split('.'), message: `${path}: ${message}` }]);
};

/**
 * Checks the settings of one deployment. An invalid setting stops the synthesis with an error that names it.
 */
export function deployment(settings: z.input<typeof deploymentSchema>): Deployment {
  const { data, error } = deploymentSchema.safeParse(settings);
  if (error !== undefined)
    throw new InvalidConfigurationError(error.issues.map((issue) => faultIn(settings.name, issue)));
  const { domain } = data;
  if (domain && !domain.hostedZone && !domain.certificateArn)
    refuse(data.name, 'domain', 'set hostedZone, or the certificateArn of a certificate in us-east-1');
  if (domain?.hostedZone && !isWithin(domain.name, domain.hostedZone.name))
    refuse(data.name, 'domain.hostedZone', `${domain.hostedZone.name} does not contain ${domain.name}`);
  if (data.staff?.provider.kind === 'saml' && !data.domain)
    refuse(data.name, 'staff.provider', 'set domain too, because SAML needs the address of the site');
  if (data.monthlyBudget && !data.alarmEmail)
    refuse(data.name, 'monthlyBudget', 'set alarmEmail too, which gets the budget mails');
  return data;
}

/** Domains that are reserved for examples, such as those of the sample, and cannot be registered. */
const exampleDomain = /(^|[@./])example(\.(com|org|net|edu))?($|[/:])/i;

/** Every text in a value, with its path. */
function textsIn(value: unknown, path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]));
}

/** The paths of addresses with a domain that is reserved for examples. */
export const exampleAddressesIn = (value: object): readonly string[] =>
  textsIn(value).flatMap(([path, text]) => (exampleDomain.test(text) ? [path] : []));
