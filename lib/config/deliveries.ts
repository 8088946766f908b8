import * as z from 'zod/mini';
import { deliveryFormats, deliverySchedules } from '../../shared/api/deliveries.ts';

const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));

const common = {
  /** Part of every file name, so that two deliveries to one folder never write the same file. */
  name: matching(
    /^[a-z][a-z0-9-]{0,19}$/,
    'deliveries.name: 1 to 20 lower-case letters, digits and dashes, with a letter first',
  ),
  format: z.enum(deliveryFormats),
  schedule: z.enum(deliverySchedules),
};

const portMessage = 'deliveries.port is not a port from 1 to 65535';

const sftp = z.strictObject({
  ...common,
  to: z.literal('sftp'),
  host: matching(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'deliveries.host is not a host name in small letters, such as sftp.example.edu',
  ),
  port: z._default(z.int(portMessage).check(z.gte(1, portMessage), z.lte(65_535, portMessage)), 22),
  folder: z._default(
    matching(
      /^\/([^/]+(\/[^/]+)*)?$/,
      'deliveries.folder: an absolute path without a slash at its end, such as /incoming/Matricula',
    ),
    '/incoming/Matricula',
  ),
  /** The server's public keys, without comments. AWS accepts RSA and ECDSA keys. */
  hostKeys: z
    .array(
      matching(
        /^(ssh-rsa|ecdsa-sha2-nistp(256|384|521)) [A-Za-z0-9+/]+=*$/,
        'deliveries.hostKeys: an RSA or ECDSA key as ssh-keyscan prints it, without host name and comment',
      ),
    )
    .check(
      z.minLength(1, 'deliveries.hostKeys: at least one key of the SFTP server; ssh-keyscan prints them'),
      z.maxLength(10, 'deliveries.hostKeys: at most 10 keys'),
    ),
});

const s3 = z.strictObject({
  ...common,
  to: z.literal('s3'),
  bucket: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'deliveries.bucket is not the name of a bucket'),
  prefix: z._default(
    matching(/^([^/]+\/)*$/, 'deliveries.prefix: a folder with a slash at its end, such as matricula/'),
    '',
  ),
  region: matching(/^[a-z]{2}(-[a-z]+)+-\d$/, 'deliveries.region: the region of the bucket'),
});

const eventBridge = z.strictObject({
  ...common,
  to: z.literal('eventbridge'),
  bus: matching(
    /^arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w.-]+$/,
    'deliveries.bus is not the ARN of an event bus',
  ),
});

type Settings = readonly z.output<typeof sftp | typeof s3 | typeof eventBridge>[];

/** Every rule about several settings, with its message. The first that is broken is reported. */
function brokenRule(all: Settings): string | undefined {
  const names = all.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) return `deliveries: two are called ${twice}; give each its own name`;
  const alike = all.find(({ name }) => /-(changes|erased|dip-\d{3})$/.test(name));
  if (alike !== undefined)
    return `deliveries: ${alike.name} ends like the files of another delivery; choose another name`;
  const rows = all.find(({ format, schedule }) => schedule === 'each' && format !== 'package');
  if (rows !== undefined)
    return `deliveries: ${rows.name} has files with many rows; set its schedule to hourly or nightly`;
  const events = all.find(
    ({ to, format, schedule }) => to === 'eventbridge' && (format !== 'package' || schedule !== 'each'),
  );
  return (
    events && `deliveries: ${events.name} sends events; set its format to package and its schedule to each`
  );
}

/** Pushes of submitted applications to the university's systems. */
export const deliveriesSetting = z._default(
  z.array(z.discriminatedUnion('to', [sftp, s3, eventBridge])).check((context) => {
    const message = brokenRule(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
  }),
  [],
);
export type DeliverySetting = Settings[number];
export type SftpSetting = Extract<DeliverySetting, { readonly to: 'sftp' }>;
