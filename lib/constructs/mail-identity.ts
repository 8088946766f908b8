import { PublicHostedZone, TxtRecord } from 'aws-cdk-lib/aws-route53';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';

export interface MailIdentityProps {
  /** The domain of the sender. */
  readonly name: string;
  readonly hostedZoneId: string;
  /** Only this deployment sends mail from the domain. */
  readonly isOwn: boolean;
}

/**
 * Verifies the sender's domain in SES with the records for DKIM and SPF. Servers reject or accept mail by
 * DMARC, so an own domain also gets a policy; the owner of a shared domain decides on its policy.
 */
export class MailIdentity extends Construct {
  constructor(scope: Construct, id: string, { name, hostedZoneId, isOwn }: MailIdentityProps) {
    super(scope, id);
    // CDK verifies the name of a zone, which may be shorter than the sender's domain.
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
      hostedZoneId,
      zoneName: name,
    });
    new EmailIdentity(this, 'Identity', {
      identity: Identity.publicHostedZone(zone),
      mailFromDomain: `bounces.${name}`,
    });
    if (isOwn)
      new TxtRecord(this, 'Dmarc', { zone, recordName: '_dmarc', values: ['v=DMARC1; p=quarantine'] });
  }
}
