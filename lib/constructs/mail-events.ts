import { Stack } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';

/** SES tags each mail with the name of its configuration set by itself. */
const dimension = 'ses:configuration-set';

/**
 * The configuration set of every mail of a deployment. It counts mails that came back.
 */
export class MailEvents extends Construct {
  readonly configurationSetName: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const set = new ConfigurationSet(this, 'Set');
    set.addEventDestination('Counts', {
      events: [EmailSendingEvent.BOUNCE],
      destination: EventDestination.cloudWatchDimensions([
        { name: dimension, source: CloudWatchDimensionSource.MESSAGE_TAG, defaultValue: 'none' },
      ]),
    });
    this.configurationSetName = set.configurationSetName;
  }

  /** The resources that a function needs permissions for to send mail. */
  arns(mailFrom: string) {
    const ofSes = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    return {
      mailFrom,
      mailIdentities: ofSes('identity', '*'),
      mailConfigurationSet: ofSes('configuration-set', this.configurationSetName),
    };
  }

  bounces(options: MetricOptions): Metric {
    const dimensionsMap = { [dimension]: this.configurationSetName };
    return new Metric({ namespace: 'AWS/SES', metricName: 'Bounce', dimensionsMap, ...options });
  }
}

/**
 * The share of all mails of the account and region, between 0 and 1. By these SES decides whether it may go
 * on sending.
 */
export const mailReputation = (event: 'Bounce' | 'Complaint') =>
  new Metric({ namespace: 'AWS/SES', metricName: `Reputation.${event}Rate` });
