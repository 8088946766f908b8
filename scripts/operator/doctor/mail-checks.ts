import { type Deployment, sesIdentityOf } from '../../../lib/config/index.ts';
import { needsOf } from '../season/needs.ts';
import { check, isNamed } from './check.ts';
import { stackOf } from './stacks.ts';

const sesClient = async (region: string) => {
  const { SESv2Client } = await import('@aws-sdk/client-sesv2');
  return new SESv2Client({ region });
};

const hasNoIdentity = (deployment: Deployment) =>
  sesIdentityOf(deployment) === undefined ? 'mail.sesIdentity is not set' : undefined;

/** An identity that the first deployment makes does not exist before. */
const willBeMade = async (deployment: Deployment) =>
  deployment.mail.sesIdentity === undefined && (await stackOf(deployment, 'Data')) === undefined;

const setting = check({
  title: 'Mails are sent by SES',
  read: ({ deployment }) => deployment,
  judge(deployment) {
    const { from } = deployment.mail;
    const sesIdentity = sesIdentityOf(deployment);
    if (sesIdentity === undefined)
      return {
        outcome: deployment.environment === 'production' ? 'failed' : 'warning',
        detail: 'mail.sesIdentity is not set: without a verified mail.from, no mail arrives',
        remedy:
          'Verify your domain in SES and set mail.sesIdentity in deployments.ts, or set domain.hostedZone to a zone that contains the sender.',
      };
    const [, domain = ''] = from.split('@');
    if (from === sesIdentity || domain === sesIdentity || domain.endsWith(`.${sesIdentity}`))
      return { outcome: 'ok', detail: `from ${from}` };
    return {
      outcome: 'failed',
      detail: `the identity ${sesIdentity} does not allow mails from ${from}`,
      remedy: 'Correct mail.from or mail.sesIdentity in deployments.ts.',
    };
  },
});

const identity = check({
  title: 'The SES identity is verified',
  skip: hasNoIdentity,
  permission: 'ses:GetEmailIdentity',
  async read({ deployment }) {
    const { region } = deployment;
    const { GetEmailIdentityCommand } = await import('@aws-sdk/client-sesv2');
    const get = new GetEmailIdentityCommand({ EmailIdentity: sesIdentityOf(deployment) });
    try {
      const { VerifiedForSendingStatus, VerificationStatus = 'PENDING' } = await (
        await sesClient(region)
      ).send(get);
      return VerifiedForSendingStatus ? 'SUCCESS' : VerificationStatus;
    } catch (error) {
      if (isNamed(error, 'NotFoundException')) return (await willBeMade(deployment)) ? 'PLANNED' : 'MISSING';
      throw error;
    }
  },
  judge(status, { deployment }) {
    const { region } = deployment;
    const sesIdentity = sesIdentityOf(deployment);
    if (status === 'PLANNED') return { outcome: 'ok', detail: `the deployment makes ${sesIdentity}` };
    if (status === 'SUCCESS') return { outcome: 'ok', detail: `${sesIdentity}` };
    if (status === 'MISSING')
      return {
        outcome: 'failed',
        detail: `SES in ${region} does not know ${sesIdentity}`,
        remedy: `aws sesv2 create-email-identity --email-identity ${sesIdentity} --region ${region}. Then run this check again: it lists the DNS records to add.`,
      };
    return {
      outcome: 'failed',
      detail: `${sesIdentity} is not verified: ${status}`,
      remedy: 'Add the missing DNS records, which the last check lists. AWS looks for them for 72 hours.',
    };
  },
});

const sending = check({
  title: 'SES may send what a season needs',
  skip: hasNoIdentity,
  permission: 'ses:GetAccount',
  async read({ deployment: { region } }) {
    const { GetAccountCommand } = await import('@aws-sdk/client-sesv2');
    return (await sesClient(region)).send(new GetAccountCommand({}));
  },
  judge({ ProductionAccessEnabled, SendingEnabled, SendQuota }, { applicants, deployment: { region } }) {
    if (!ProductionAccessEnabled)
      return {
        outcome: 'failed',
        detail: 'the account is in the SES sandbox: mails reach verified addresses only',
        remedy: `Ask for production access: aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url <your site> --region ${region}`,
      };
    if (!SendingEnabled)
      return {
        outcome: 'failed',
        detail: 'AWS has paused sending for this account',
        remedy: 'Open the SES console: its account dashboard says why and how to appeal.',
      };
    const { Max24HourSend = 0, MaxSendRate = 0 } = SendQuota ?? {};
    const { mails, mailsPerDay } = needsOf(applicants);
    const small = [
      { quota: Max24HourSend, needed: mailsPerDay, unit: 'a day', name: 'Sending quota' },
      { quota: MaxSendRate, needed: mails, unit: 'a second', name: 'Sending rate' },
    ].filter(({ quota, needed }) => quota !== -1 && quota < needed);
    if (small.length === 0)
      return { outcome: 'ok', detail: `${Max24HourSend} a day, ${MaxSendRate} a second` };
    return {
      outcome: 'failed',
      detail: small
        .map(
          ({ quota, needed, unit }) =>
            `the quota is ${quota} mails ${unit}, and ${applicants} applicants need about ${needed} on the last day`,
        )
        .join('; '),
      remedy: `Ask for more in Service Quotas: Amazon Simple Email Service, ${small.map(({ name }) => name).join(' and ')}. It takes a day or more.`,
    };
  },
});

/** Sign-up fails if mail cannot be sent. */
export const mailChecks = [setting, identity, sending];
