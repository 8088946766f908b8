import { deployment, deploymentNamed } from '../../lib/config/index.ts';

const hostKey = 'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY=';

/** One delivery of each kind, as lib/config/index.ts has them. */
export const sampleDeliveries = {
  sftp: {
    ...{ name: 'sis', to: 'sftp', format: 'package', schedule: 'each' },
    ...{ host: 'sftp.example.edu', hostKeys: [hostKey] },
  },
  s3: {
    ...{ name: 'lake', to: 's3', format: 'json', schedule: 'hourly' },
    ...{ bucket: 'example-lake', prefix: 'matricula/', region: 'us-east-2' },
  },
  bus: {
    ...{ name: 'bus', to: 'eventbridge', format: 'package', schedule: 'each' },
    bus: 'arn:aws:events:us-east-1:210987654321:event-bus/admissions',
  },
} as const;

/** The settings of a stage with deliveries. They are JSON, as `-c deliveries=` gives them. */
export const withDeliveries = (stage: string, ...deliveries: readonly object[]) =>
  deployment(JSON.parse(JSON.stringify({ ...deploymentNamed(stage), deliveries })));
