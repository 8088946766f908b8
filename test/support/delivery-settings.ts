import { deployment, deploymentNamed } from '../../lib/config/index.ts';

/** Every delivery, as deployments.ts has them. */
export const sampleDeliveries = {
  format: 'slate',
  sftp: { host: 'sftp.example.edu', hostKeys: ['ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY='] },
  replicateTo: { account: '210987654321', bucket: 'example-admissions' },
  forwardEventsTo: 'arn:aws:events:us-east-1:210987654321:event-bus/admissions',
} as const;

/** The settings of a stage with deliveries. They are JSON, as `-c deliveries=` gives them. */
export const withDeliveries = (stage: string, deliveries: object = sampleDeliveries) =>
  deployment(JSON.parse(JSON.stringify({ ...deploymentNamed(stage), deliveries })));
