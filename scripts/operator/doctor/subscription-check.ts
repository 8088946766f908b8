import { regionsOf } from '../../../lib/config/index.ts';
import { check } from './check.ts';

/** After a deployment: AWS sends alarms to an address only after a click in its mail, for each topic. */
export const subscriptionCheck = check({
  title: 'Alarm mails are confirmed',
  skip: ({ alarmEmail }) => (alarmEmail === undefined ? 'alarmEmail is not set' : undefined),
  permission: 'sns:ListSubscriptions',
  async read({ deployment }) {
    const { paginateListSubscriptions, SNSClient } = await import('@aws-sdk/client-sns');
    const found: { readonly region: string; readonly isPending: boolean }[] = [];
    for (const region of regionsOf(deployment))
      for await (const { Subscriptions = [] } of paginateListSubscriptions(
        { client: new SNSClient({ region }) },
        {},
      ))
        for (const { TopicArn = '', Endpoint, SubscriptionArn } of Subscriptions)
          if (Endpoint === deployment.alarmEmail && TopicArn.includes(`:Matricula-${deployment.name}-`))
            found.push({ region, isPending: SubscriptionArn === 'PendingConfirmation' });
    return found;
  },
  judge(found, { deployment: { alarmEmail } }) {
    const pending = found.filter(({ isPending }) => isPending);
    if (pending.length === 0)
      return {
        outcome: 'ok',
        detail: found.length === 0 ? 'none yet: a deployment asks' : `${found.length}`,
      };
    return {
      outcome: 'warning',
      detail: `${alarmEmail} gets no alarms from ${pending.map(({ region }) => region).join(' and ')}`,
      remedy:
        'Open the mail "AWS Notification - Subscription Confirmation" and confirm. Its link ends after two days: then request another in the SNS console.',
    };
  },
});
