import type { Stack } from 'aws-cdk-lib';
import type { Deployment } from '../config/index.ts';
import type { DataStack } from './data-stack.ts';

/** What a function that sends mail needs permission for. */
export const mailArns = (stack: Stack, { mail }: Deployment, { mailEvents }: DataStack) => ({
  mailIdentity: stack.formatArn({
    service: 'ses',
    resource: 'identity',
    resourceName: mail.sesIdentity ?? mail.from,
  }),
  mailConfigurationSet: stack.formatArn({
    service: 'ses',
    resource: 'configuration-set',
    resourceName: mailEvents.configurationSetName,
  }),
});
