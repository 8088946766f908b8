import * as z from 'zod/mini';
import { deliveriesSetting } from './deliveries.ts';

const required = (name: string) => z.string().check(z.minLength(1, `${name} is missing`));
const arn = (name: string) => z.string().check(z.regex(/^arn:/, `${name} is not an ARN`));
const email = (name: string) =>
  z.string().check(z.regex(/^[^@\s]+@[^@\s]+$/, `${name} is not an email address`));
const count = (name: string) =>
  z.number().check(z.int(`${name} is not a whole number`), z.positive(`${name} is not positive`));

/** Default days that AWS Backup keeps a daily backup, and that a daily list of users is kept. */
const defaultRetentionDays = 7;

const groupNames = z._default(z.array(required('a group of staff.roles')), []);

/** The university's identity provider, if it speaks OpenID Connect. */
const oidcProvider = z.strictObject({
  kind: z.literal('oidc'),
  issuer: z.url('staff.provider.issuer is not a URL'),
  clientId: required('staff.provider.clientId'),
  /** Some providers send a refresh token for another scope, or for a parameter of the sign-in address. */
  scope: z._default(required('staff.provider.scope'), 'openid profile email offline_access'),
  parameters: z._default(z.record(z.string(), z.string()), {}),
  /** The claim that has a person's groups. */
  claim: z._default(required('staff.provider.claim'), 'groups'),
});

/** The university's identity provider, if it speaks SAML only. A second user pool translates. */
const samlProvider = z.strictObject({
  kind: z.literal('saml'),
  metadataUrl: z.url('staff.provider.metadataUrl is not a URL'),
  /** Part of the host name at which the user pool talks to the provider. */
  domainPrefix: z
    .string()
    .check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'staff.provider.domainPrefix is no part of a host name')),
  /** The names of the SAML attributes. */
  attributes: z.strictObject({
    name: required('staff.provider.attributes.name'),
    email: required('staff.provider.attributes.email'),
    groups: required('staff.provider.attributes.groups'),
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

const zone = z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'zones are names such as us-east-1b'));

const tableName = (setting: string) =>
  z.string().check(z.regex(/^[\w.-]{3,255}$/, `${setting} is not the name of a table`));

const vaultArn = /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/;

/**
 * The LibreOffice that converts documents: this repository's container image, or a Lambda layer for arm64.
 */
const converterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('image') }),
  z.strictObject({
    kind: z.literal('layer'),
    arn: arn('converter.arn'),
    soffice: required('converter.soffice'),
  }),
]);

/** Strict: otherwise a misspelled setting, such as the alarms' address, would be silently ignored. */
const deploymentSchema = z.strictObject({
  name: z
    .string()
    .check(
      z.regex(
        /^[a-z][a-z0-9-]{0,15}$/,
        'name: 1 to 16 lower-case letters, digits and dashes, with a letter first',
      ),
    ),
  environment: z.enum(['development', 'production']),
  partner: required('partner'),
  region: z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region is not an AWS region')),
  account: z.optional(z.string().check(z.regex(/^\d{12}$/, 'account must have 12 digits'))),
  domain: z.optional(
    z.strictObject({
      name: z
        .string()
        .check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'domain.name is not a host name in small letters')),
      certificateArn: arn('domain.certificateArn'),
    }),
  ),
  mail: z.strictObject({ from: email('mail.from'), sesIdentity: z.optional(required('mail.sesIdentity')) }),
  converter: converterSchema,
  /**
   * Source of address lookups: the list of data/lookup, or Amazon Location, which charges for each lookup.
   */
  addresses: z.enum(['list', 'amazon-location']),
  /** Removal policy for applicants' data when a stack is deleted. */
  removal: z.enum(['retain', 'destroy']),
  /** Daily backups. A deployment with `removal: 'destroy'` has only the daily list of users. */
  backup: z._default(
    z.strictObject({
      retentionDays: z._default(count('backup.retentionDays'), defaultRetentionDays),
      /**
       * Part of the vault's name. A vault outlives its stack, so a stage that is deployed again needs a new
       * name.
       */
      vault: z.optional(
        z
          .string()
          .check(
            z.regex(/^[a-z0-9-]{1,20}$/, 'backup.vault is not 1 to 20 lower-case letters, digits and dashes'),
          ),
      ),
      /** A vault of another account or region that gets a copy of each backup. */
      copyTo: z.optional(
        z.string().check(z.regex(vaultArn, 'backup.copyTo is not the ARN of a backup vault')),
      ),
    }),
    { retentionDays: defaultRetentionDays },
  ),
  /** Data that was restored: the deployment uses it, and keeps what it made before. */
  restored: z.optional(
    z.strictObject({
      /** The names of tables that already exist: of applications, and of the audit log. */
      table: z.optional(tableName('restored.table')),
      auditTable: z.optional(tableName('restored.auditTable')),
      /** Part of the name of a new, empty user pool: a pool has no backup that AWS could restore. */
      userPool: z.optional(
        z
          .string()
          .check(z.regex(/^[A-Za-z0-9]{1,20}$/, 'restored.userPool is not 1 to 20 letters and digits')),
      ),
    }),
  ),
  alarmEmail: z.optional(email('alarmEmail')),
  /** US dollars per month. alarmEmail gets a mail at 80 percent, and when the forecast exceeds the budget. */
  monthlyBudget: z.optional(count('monthlyBudget')),
  /**
   * The version of the origin secret that CloudFront sends. A new version replaces the secret without
   * interruption.
   */
  originSecretVersion: z.optional(required('originSecretVersion')),
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
  officeStorage: z._default(
    count('officeStorage').check(z.maximum(10, 'officeStorage is more than the 10 GB that Lambda has')),
    1,
  ),
  /** The two availability zones of the office converter's network. Default: the first two of the account. */
  zones: z.optional(z.tuple([zone, zone])),
  /**
   * Reads and writes per second that the table supports from the start. AWS charges once for the capacity
   * beyond a new table's default.
   */
  warmThroughput: z.optional(
    z.strictObject({ reads: count('warmThroughput.reads'), writes: count('warmThroughput.writes') }),
  ),
  /** Without it, there is no sign-in to the staff console. */
  staff: z.optional(staffSchema),
  /** Destinations of submitted applications: an SFTP server, another account's bucket or bus. */
  deliveries: deliveriesSetting,
  /** Requests per second that the API accepts in total. */
  throttle: z.strictObject({ rate: count('throttle.rate'), burst: count('throttle.burst') }),
  /** Concurrent conversions, reserved so peak load leaves enough concurrency for the API. */
  converters: z.optional(
    z.strictObject({
      convert: count('converters.convert'),
      office: count('converters.office'),
      /** Application PDFs. Many applicants request one in the minutes after a deadline. */
      applicationPdf: count('converters.applicationPdf'),
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

/** The concurrent executions that a deployment reserves. */
export const reservedConcurrency = ({ converters }: Deployment): number =>
  converters === undefined
    ? 0
    : Object.values(converters).reduce((sum, each) => sum + each, uploadEventsAtOnce);

/** Without `backup.vault`, CloudFormation generates the name, always the same one for a stage. */
export const vaultName = ({ name, backup }: Deployment): string | undefined =>
  backup.vault === undefined ? undefined : `matricula-${name}-${backup.vault}`;

/** The names of all settings: docs/deploy.md explains each. */
export const settingNames = Object.keys(deploymentSchema.shape);

/** Settings that cannot be deployed. The message has one line per setting. */
export class InvalidConfigurationError extends Error {
  override name = 'InvalidConfigurationError';
}

/**
 * Returns the message of an issue. Checks of this schema name their setting in the message; for other issues
 * the path does.
 */
function lineOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return `there is no setting ${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}`;
  if (issue.code === 'invalid_value') return `${path} must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'invalid_type') return `${path} is missing, or no ${issue.expected}`;
  if (issue.code === 'invalid_union') return `${path} is missing, or has no such value`;
  return issue.message;
}

const refuse = (name: unknown, lines: readonly string[]): never => {
  throw new InvalidConfigurationError(
    lines.map((line) => `Deployment ${JSON.stringify(name)} in lib/config/index.ts: ${line}.`).join('\n'),
  );
};

/**
 * Checks the settings of one deployment. An invalid setting stops the synthesis with an error that names it.
 */
export function deployment(settings: z.input<typeof deploymentSchema>): Deployment {
  const { data, error } = deploymentSchema.safeParse(settings);
  if (error !== undefined) return refuse(settings.name, error.issues.map(lineOf));
  if (data.firewall !== 'off' && data.region !== 'us-east-1')
    refuse(data.name, ['firewall: a web ACL for CloudFront exists only in us-east-1']);
  if (data.staff?.provider.kind === 'saml' && !data.domain)
    refuse(data.name, ['staff.provider: set domain too, because SAML needs the address of the site']);
  if (data.monthlyBudget && !data.alarmEmail)
    refuse(data.name, ['monthlyBudget: set alarmEmail too, which gets the budget mails']);
  return data;
}
