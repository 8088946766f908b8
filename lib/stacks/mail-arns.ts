import type { Stack } from 'aws-cdk-lib';
import type { Deployment } from '../config/index.ts';
import type { DataStack } from './data-stack.ts';

/** What a function that sends mail needs permission for. */
export const mailArns = (stack: Stack, { mail }: Deployment, { mailEvents }: DataStack) => ({
  mailFrom: mail.from,
  mailIdentities: stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' }),
  mailConfigurationSet: stack.formatArn({
    service: 'ses',
    resource: 'configuration-set',
    resourceName: mailEvents.configurationSetName,
  }),
});
