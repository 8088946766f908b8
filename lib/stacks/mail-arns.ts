import type { Stack } from 'aws-cdk-lib';
import type { Deployment } from '../config/index.ts';
import type { DataStack } from './data-stack.ts';

/** ARNs that a function needs permission for to send mail. */
export const mailArns = (stack: Stack, { mail }: Deployment, { mailEvents }: DataStack) => ({
  mailFrom: mail.from,
  mailIdentities: stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' }),
  mailConfigurationSet: stack.formatArn({
    service: 'ses',
    resource: 'configuration-set',
    resourceName: mailEvents.configurationSetName,
  }),
});
