import { Stack, type StackProps } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Deployment } from '../config/index.ts';
import { Firewall } from '../constructs/firewall.ts';
import { alarmTopic } from '../constructs/operator-alarms.ts';

export interface EdgeStackProps extends StackProps {
  readonly deployment: Deployment;
}

/** Resources that CloudFront needs before it exists, in its region. */
export class EdgeStack extends Stack {
  readonly firewall: Firewall | undefined;
  /** An alarm publishes only to a topic of the same region. */
  readonly topic: ITopic;

  constructor(scope: Construct, id: string, { deployment, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const { name: stage, firewall: mode } = deployment;
    this.firewall = mode === 'off' ? undefined : new Firewall(this, 'Firewall', { mode, stage });
    this.topic = alarmTopic(this, deployment);
  }
}
