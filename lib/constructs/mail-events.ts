import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';

/** SES tags each mail with the name of its configuration set by itself. */
const dimension = 'ses:configuration-set';

/** The configuration set of every mail of a deployment. It counts mails that came back or were marked as spam. */
export class MailEvents extends Construct {
  readonly configurationSetName: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const set = new ConfigurationSet(this, 'Set');
    set.addEventDestination('Counts', {
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      destination: EventDestination.cloudWatchDimensions([
        { name: dimension, source: CloudWatchDimensionSource.MESSAGE_TAG, defaultValue: 'none' },
      ]),
    });
    this.configurationSetName = set.configurationSetName;
  }
}
