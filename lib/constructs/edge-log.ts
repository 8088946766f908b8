import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  DataIdentifier,
  DataProtectionPolicy,
  type ILogGroup,
} from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logGroup } from './logs.ts';

/**
 * Logged fields of a request:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html. Queries,
 * cookies and referrers are omitted because they contain tokens and reset ids.
 */
const fields = [
  'date',
  'time',
  'x-edge-location',
  'c-ip',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'time-to-first-byte',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-request-id',
  'cs(User-Agent)',
  'cs-protocol-version',
];

/**
 * The access log of a distribution, kept for three months. IP addresses are masked; only principals with the
 * unmask permission can read them.
 */
export class EdgeLog extends Construct {
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, distribution: IDistribution, name: string) {
    super(scope, id);
    this.logGroup = logGroup(this, 'Log', {
      logGroupName: `/aws/vendedlogs/cloudfront/${name}`,
      dataProtectionPolicy: new DataProtectionPolicy({ identifiers: [DataIdentifier.IPADDRESS] }),
    });
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: Stack.of(this).formatArn({
        service: 'cloudfront',
        region: '',
        resource: 'distribution',
        resourceName: distribution.distributionId,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      }),
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: this.logGroup.logGroupArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: fields,
    });
    delivery.addResourceDependency(source);
  }
}
