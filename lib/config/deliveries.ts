import * as z from 'zod/mini';
import { exportFormats } from '../../shared/export/format-names.ts';

const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));

const portMessage = 'deliveries.sftp.port is not a port from 1 to 65535';

const sftp = z.strictObject({
  host: matching(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'deliveries.sftp.host is not a host name in small letters, such as sftp.example.edu',
  ),
  port: z._default(z.int(portMessage).check(z.gte(1, portMessage), z.lte(65_535, portMessage)), 22),
  folder: z._default(
    matching(
      /^\/([^/]+(\/[^/]+)*)?$/,
      'deliveries.sftp.folder: an absolute path without a slash at its end, such as /incoming/Matricula',
    ),
    '/incoming/Matricula',
  ),
  /** The server's public keys, without comments. AWS accepts RSA and ECDSA keys. */
  hostKeys: z
    .array(
      matching(
        /^(ssh-rsa|ecdsa-sha2-nistp(256|384|521)) [A-Za-z0-9+/]+=*$/,
        'deliveries.sftp.hostKeys: an RSA or ECDSA key as ssh-keyscan prints it, without host name and comment',
      ),
    )
    .check(
      z.minLength(
        1,
        'deliveries.sftp.hostKeys: at least one key of the SFTP server; ssh-keyscan prints them',
      ),
      z.maxLength(10, 'deliveries.sftp.hostKeys: at most 10 keys'),
    ),
});
export type SftpSetting = z.output<typeof sftp>;

const bucketOfAccount = z.strictObject({
  account: matching(/^\d{12}$/, 'deliveries.replicateTo.account: the 12 digits of an AWS account'),
  bucket: matching(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'deliveries.replicateTo.bucket is not the name of a bucket',
  ),
});

/** Destinations of submitted applications, in addition to the bucket of packages and the bus of events. */
export const deliveriesSetting = z._default(
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
        'deliveries.forwardEventsTo is not the ARN of an event bus',
      ),
    ),
  }),
  { format: 'csv' },
);
