import { type Deployment, sesIdentityOf } from '../../../lib/config/index.ts';
import { readIdentity } from '../dns-records.ts';
import { seasonNeed } from '../season.ts';
import { stackOf } from '../stacks.ts';
import { type DoctorCheck, failed, ok, skipped } from './check.ts';

const noIdentity = 'mail.sesIdentity is not set';

/** The status in SES. An identity that the first deployment makes does not exist before. */
async function statusOf(deployment: Deployment, identity: string): Promise<string> {
  const found = await readIdentity(deployment.region, identity);
  if (found !== undefined)
    return found.VerifiedForSendingStatus ? 'SUCCESS' : (found.VerificationStatus ?? 'PENDING');
  const isFirst = (await stackOf(deployment, 'Data')) === undefined;
  return deployment.mail.sesIdentity === undefined && isFirst ? 'PLANNED' : 'MISSING';
}

export const sesIdentity: DoctorCheck = {
  title: 'The SES identity is verified',
  permission: 'ses:GetEmailIdentity',
  async run({ deployment }) {
    const identity = sesIdentityOf(deployment);
    const { region } = deployment;
    if (identity === undefined) return skipped(noIdentity);
    const status = await statusOf(deployment, identity);
    if (status === 'PLANNED') return ok(`the deployment makes ${identity}`);
    if (status === 'SUCCESS') return ok(identity);
    if (status === 'MISSING')
      return failed(
        `SES in ${region} does not know ${identity}`,
        `aws sesv2 create-email-identity --email-identity ${identity} --region ${region}. Then run this check again: it lists the DNS records to add.`,
      );
    return failed(
      `${identity} is not verified: ${status}`,
      'Add the missing DNS records, which the last check lists. AWS looks for them for 72 hours.',
    );
  },
};

/** Sign-up fails if mail cannot be sent. */
export const sesSending: DoctorCheck = {
  title: 'SES may send what a season needs',
  permission: 'ses:GetAccount',
  async run({ deployment, applicants }) {
    const { region } = deployment;
    if (sesIdentityOf(deployment) === undefined) return skipped(noIdentity);
    const { GetAccountCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
    const account = await new SESv2Client({ region }).send(new GetAccountCommand({}));
    if (!account.ProductionAccessEnabled)
      return failed(
        'the account is in the SES sandbox: mails reach verified addresses only',
        `Ask for production access: aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url <your site> --region ${region}`,
      );
    if (!account.SendingEnabled)
      return failed(
        'AWS has paused sending for this account',
        'Open the SES console: its account dashboard says why and how to appeal.',
      );
    const { Max24HourSend: perDay = 0, MaxSendRate: perSecond = 0 } = account.SendQuota ?? {};
    const small = [
      { quota: perDay, needed: seasonNeed('mailsPerDay', applicants), unit: 'a day', name: 'Sending quota' },
      { quota: perSecond, needed: seasonNeed('mails', applicants), unit: 'a second', name: 'Sending rate' },
    ].filter(({ quota, needed }) => quota !== -1 && quota < needed);
    if (small.length === 0) return ok(`${perDay} a day, ${perSecond} a second`);
    return failed(
      small
        .map(
          ({ quota, needed, unit }) =>
            `the quota is ${quota} mails ${unit}, and ${applicants} applicants need about ${needed} on the last day`,
        )
        .join('; '),
      `Ask for more in Service Quotas: Amazon Simple Email Service, ${small.map(({ name }) => name).join(' and ')}. It takes a day or more.`,
    );
  },
};
