import * as z from 'zod/mini';

const required = (name: string) => z.string().check(z.minLength(1, `${name} is missing`));
const arn = (name: string) => z.string().check(z.regex(/^arn:/, `${name} is not an ARN`));
const email = (name: string) =>
  z.string().check(z.regex(/^[^@\s]+@[^@\s]+$/, `${name} is not an email address`));
const count = (name: string) =>
  z.number().check(z.int(`${name} is not a whole number`), z.positive(`${name} is not positive`));

/** How long AWS Backup keeps the backup of a day, and the daily list of users is kept. */
const defaultRetentionDays = 7;

const zone = z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'zones are names such as us-east-1b'));

const vaultArn = /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/;

/** The LibreOffice that converts documents: this repository's container image, or a Lambda layer for arm64. */
const converterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('image') }),
  z.strictObject({
    kind: z.literal('layer'),
    arn: arn('converter.arn'),
    soffice: required('converter.soffice'),
  }),
]);

/** Strict: a misspelled setting would otherwise be left out in silence, and with it the alarms' address. */
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
   * Where addresses are looked up: in the list of data/lookup, or at Amazon Location, which charges for each lookup.
   */
  addresses: z.enum(['list', 'amazon-location']),
  /** What happens to applicants' data when a stack is deleted. */
  removal: z.enum(['retain', 'destroy']),
  /** Daily backups; a deployment whose `removal` is `destroy` has only the list of users. */
  backup: z._default(
    z.strictObject({
      retentionDays: z._default(count('backup.retentionDays'), defaultRetentionDays),
      /** Part of the vault's name. A vault outlives its stack, so a stage that is deployed once more needs another. */
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
  alarmEmail: z.optional(email('alarmEmail')),
  /** US dollars a month. alarmEmail gets a mail at 80 percent, and when the forecast is higher. */
  monthlyBudget: z.optional(count('monthlyBudget')),
  /** The version of the origin secret that CloudFront sends. A new version replaces the secret without interruption. */
  originSecretVersion: z.optional(required('originSecretVersion')),
  /** New passwords that are guessed first are rejected. Otherwise every password that meets the listed rules is accepted. */
  rejectCommonPasswords: z._default(z.boolean(), true),
  /** A web ACL before CloudFront: what its rules find is counted and logged, or also blocked. */
  firewall: z.enum(['off', 'count', 'block']),
  /**
   * Runs the smoke test on a schedule with an account that exists only for this and never submits. Set it when the account
   * and its password are there: without them its alarm fires.
   */
  canary: z.optional(z.strictObject({ user: email('canary.user') })),
  /** A new version of a function gets a tenth of the calls for five minutes first, or all calls at once. */
  releases: z.enum(['gradual', 'at-once']),
  /** Gigabytes of temporary files of one conversion by LibreOffice. */
  officeStorage: z._default(
    count('officeStorage').check(z.maximum(10, 'officeStorage is more than the 10 GB that Lambda has')),
    1,
  ),
  /** The two availability zones of the office converter's network. Without them, the first two of the account. */
  zones: z.optional(z.tuple([zone, zone])),
  /** Reads and writes per second that the table takes from the start. AWS charges once for what a new table lacks. */
  warmThroughput: z.optional(
    z.strictObject({ reads: count('warmThroughput.reads'), writes: count('warmThroughput.writes') }),
  ),
  /** Requests per second that the API accepts in total. */
  throttle: z.strictObject({ rate: count('throttle.rate'), burst: count('throttle.burst') }),
  /** Concurrent conversions, reserved so that peak load leaves enough concurrency for the API. */
  converters: z.optional(
    z.strictObject({
      convert: count('converters.convert'),
      office: count('converters.office'),
      /** Application PDFs, which many applicants want in the minutes after a deadline. */
      applicationPdf: count('converters.applicationPdf'),
    }),
  ),
});

export type Deployment = z.infer<typeof deploymentSchema>;
export type Converter = Deployment['converter'];

/**
 * How many events of uploads start conversions at once, where concurrency is reserved. More wait in Lambda's queue, so that a form
 * that is posted without end takes neither the API's concurrency nor the starts of executions from others.
 */
export const uploadEventsAtOnce = 10;

/** The concurrent executions that a deployment reserves. */
export const reservedConcurrency = ({ converters }: Deployment): number =>
  converters === undefined
    ? 0
    : Object.values(converters).reduce((sum, each) => sum + each, uploadEventsAtOnce);

/** Without `backup.vault` CloudFormation makes up the name, always the same for a stage. */
export const vaultName = ({ name, backup }: Deployment): string | undefined =>
  backup.vault === undefined ? undefined : `matricula-${name}-${backup.vault}`;

/** The names of all settings: docs/deploy.md explains each. */
export const settingNames = Object.keys(deploymentSchema.shape);

/** Settings that cannot be deployed. The message has one line for each of them. */
export class InvalidConfigurationError extends Error {
  override name = 'InvalidConfigurationError';
}

/** Checks of this schema name their setting in the message; for others the path does. */
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

/** Checks the settings of one deployment. The error of an invalid setting names it and stops the synthesis. */
export function deployment(settings: z.input<typeof deploymentSchema>): Deployment {
  const { data, error } = deploymentSchema.safeParse(settings);
  if (error !== undefined) return refuse(settings.name, error.issues.map(lineOf));
  if (data.firewall !== 'off' && data.region !== 'us-east-1')
    refuse(data.name, ['firewall: a web ACL for CloudFront exists only in us-east-1']);
  if (data.monthlyBudget && !data.alarmEmail)
    refuse(data.name, ['monthlyBudget: set alarmEmail too, which gets the budget mails']);
  return data;
}
