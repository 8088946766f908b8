import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
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
  readonly certificate: ICertificate | undefined;
  readonly firewall: Firewall | undefined;
  /** An alarm publishes only to a topic of the same region. */
  readonly topic: ITopic;

  constructor(scope: Construct, id: string, { deployment, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const { name: stage, firewall: mode } = deployment;
    this.certificate = deployment.domain && this.#certificate(deployment.domain);
    this.firewall = mode === 'off' ? undefined : new Firewall(this, 'Firewall', { mode, stage });
    this.topic = alarmTopic(this, deployment);
  }

  #certificate({ name, hostedZone, certificateArn }: NonNullable<Deployment['domain']>) {
    if (certificateArn !== undefined || hostedZone === undefined)
      return Certificate.fromCertificateArn(this, 'Certificate', certificateArn ?? '');
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: hostedZone.id,
      zoneName: hostedZone.name,
    });
    const validation = CertificateValidation.fromDns(zone);
    return new Certificate(this, 'Certificate', { domainName: name, validation });
  }
}
