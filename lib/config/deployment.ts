import * as z from 'zod/mini';

const required = (name: string) => z.string().check(z.minLength(1, `${name} is missing`));
const arn = (name: string) => z.string().check(z.regex(/^arn:/, `${name} is no ARN`));
const email = (name: string) =>
  z.string().check(z.regex(/^[^@\s]+@[^@\s]+$/, `${name} is no e-mail address`));
const count = (name: string) =>
  z.number().check(z.int(`${name} is no whole number`), z.positive(`${name} is not positive`));

/** Which LibreOffice turns documents into PDFs: the container image of this repository, or an own arm64 layer (H-30). */
const converterSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('image') }),
  z.object({ kind: z.literal('layer'), arn: arn('converter.arn'), soffice: required('converter.soffice') }),
]);

const deploymentSchema = z.object({
  name: z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]{0,15}$/, 'name takes 1 to 16 small letters, digits and dashes')),
  environment: z.enum(['development', 'production']),
  partner: required('partner'),
  region: z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region is no AWS region')),
  account: z.optional(z.string().check(z.regex(/^\d{12}$/, 'account has 12 digits'))),
  domain: z.optional(
    z.object({ name: required('domain.name'), certificateArn: arn('domain.certificateArn') }),
  ),
  mail: z.object({ from: email('mail.from'), sesIdentity: z.optional(required('mail.sesIdentity')) }),
  converter: converterSchema,
  /** Where addresses are looked up: in the list of data/lookup, or at Amazon Location, which is paid by the look-up. */
  addresses: z.enum(['list', 'amazon-location']),
  /** What deleting a stack does to applicants' data. */
  removal: z.enum(['retain', 'destroy']),
  alarmEmail: z.optional(email('alarmEmail')),
  /** US dollars a month. Near it, and when the month will pass it, a mail goes to alarmEmail. */
  monthlyBudget: z.optional(count('monthlyBudget')),
  firewall: z.boolean(),
  /** Requests a second that the API takes from everybody together. */
  throttle: z.object({ rate: count('throttle.rate'), burst: count('throttle.burst') }),
  /** Conversions at once, kept apart so that a deadline evening does not starve the API. */
  converters: z.optional(
    z.object({ convert: count('converters.convert'), office: count('converters.office') }),
  ),
});

export type Deployment = z.infer<typeof deploymentSchema>;
export type Converter = Deployment['converter'];

/** Checks one deployment's settings; a wrong one stops the synthesis with the setting's name. */
export function deployment(settings: z.input<typeof deploymentSchema>): Deployment {
  const parsed = deploymentSchema.parse(settings);
  if (parsed.firewall && parsed.region !== 'us-east-1')
    throw new Error('firewall: a web ACL for CloudFront exists only in us-east-1');
  if (parsed.monthlyBudget && !parsed.alarmEmail)
    throw new Error('monthlyBudget: without alarmEmail nobody hears of it');
  return parsed;
}
