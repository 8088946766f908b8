import { exampleAddressesIn, regionsOf, sesIdentityOf } from '../../../lib/config/index.ts';
import { type DoctorCheck, failed, ok, skipped, unfinished, warning } from './check.ts';

const settingsFile = 'deployments.ts';

export const placeholders: DoctorCheck = {
  title: 'Settings are your own',
  run({ deployment }) {
    const found = exampleAddressesIn(deployment);
    if (found.length === 0) return ok(settingsFile);
    return unfinished(
      deployment,
      `addresses of the sample are left: ${found.join(', ')}`,
      `Edit ${settingsFile}.`,
    );
  },
};

export const sender: DoctorCheck = {
  title: 'Mails are sent by SES',
  run({ deployment }) {
    const { from } = deployment.mail;
    const identity = sesIdentityOf(deployment);
    if (identity === undefined)
      return unfinished(
        deployment,
        'mail.sesIdentity is not set: without a verified mail.from, no mail arrives',
        `Verify your domain in SES and set mail.sesIdentity in ${settingsFile}, or set domain.hostedZone to a zone that contains the sender.`,
      );
    const [, domain = ''] = from.split('@');
    if (from === identity || domain === identity || domain.endsWith(`.${identity}`))
      return ok(`from ${from}`);
    return failed(
      `the identity ${identity} does not allow mails from ${from}`,
      `Correct mail.from or mail.sesIdentity in ${settingsFile}.`,
    );
  },
};

export const alarmAddress: DoctorCheck = {
  title: 'Alarms and the budget have a mail address',
  run({ deployment }) {
    const { alarmEmail, monthlyBudget } = deployment;
    if (alarmEmail !== undefined && monthlyBudget !== undefined) return ok(alarmEmail);
    return unfinished(
      deployment,
      'alarmEmail or monthlyBudget is not set: no mail reports alarms and costs',
      `Set both in ${settingsFile}.`,
    );
  },
};

/** After a deployment: AWS sends alarms to an address only after a click in its mail, for each topic. */
export const alarmSubscriptions: DoctorCheck = {
  title: 'Alarm mails are confirmed',
  permission: 'sns:ListSubscriptions',
  async run({ deployment }) {
    const { alarmEmail, name } = deployment;
    if (alarmEmail === undefined) return skipped('alarmEmail is not set');
    const { paginateListSubscriptions, SNSClient } = await import('@aws-sdk/client-sns');
    const pending = new Set<string>();
    for (const region of regionsOf(deployment))
      for await (const { Subscriptions = [] } of paginateListSubscriptions(
        { client: new SNSClient({ region }) },
        {},
      ))
        for (const { TopicArn = '', Endpoint, SubscriptionArn } of Subscriptions)
          if (
            Endpoint === alarmEmail &&
            SubscriptionArn === 'PendingConfirmation' &&
            TopicArn.includes(`:Matricula-${name}-`)
          )
            pending.add(region);
    if (pending.size === 0) return ok(alarmEmail);
    return warning(
      `${alarmEmail} gets no alarms from ${[...pending].join(' and ')}`,
      'Open the mail "AWS Notification - Subscription Confirmation" and confirm. Its link ends after two days: then request another in the SNS console.',
    );
  },
};
