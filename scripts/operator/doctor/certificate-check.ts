import { edgeRegion } from '../../../lib/config/index.ts';
import { dnsRecordsNeeded, siteReason } from '../dns-records.ts';
import { check, isNamed } from './check.ts';

const covers = (pattern: string, name: string) =>
  pattern === name || (pattern.startsWith('*.') && name.split('.').slice(1).join('.') === pattern.slice(2));

export const certificateCheck = check({
  title: 'The certificate of the domain',
  skip({ domain }) {
    if (domain === undefined) return 'domain is not set';
    return domain.certificateArn === undefined ? 'the deployment requests it' : undefined;
  },
  permission: 'acm:DescribeCertificate',
  async read({ deployment: { domain } }) {
    const { certificateArn = '', name = '' } = domain ?? {};
    const region = certificateArn.split(':')[3] ?? '';
    if (region !== edgeRegion) return { name, region, status: 'ELSEWHERE', names: [] };
    const { ACMClient, DescribeCertificateCommand } = await import('@aws-sdk/client-acm');
    try {
      const { Certificate } = await new ACMClient({ region }).send(
        new DescribeCertificateCommand({ CertificateArn: certificateArn }),
      );
      const { Status: status = 'UNKNOWN', DomainName = '', SubjectAlternativeNames = [] } = Certificate ?? {};
      return { name, region, status: String(status), names: [DomainName, ...SubjectAlternativeNames] };
    } catch (error) {
      if (isNamed(error, 'ResourceNotFoundException')) return { name, region, status: 'MISSING', names: [] };
      throw error;
    }
  },
  judge({ name, region, status, names }) {
    const request = `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${edgeRegion}`;
    const set = 'Then set domain.certificateArn in deployments.ts.';
    if (status === 'ELSEWHERE')
      return {
        outcome: 'failed',
        detail: `it is in ${region || 'no region'}, and CloudFront takes only those of ${edgeRegion}`,
        remedy: `${request}. ${set}`,
      };
    if (status === 'MISSING')
      return { outcome: 'failed', detail: 'it does not exist in this account', remedy: `${request}. ${set}` };
    if (status !== 'ISSUED')
      return {
        outcome: 'failed',
        detail: `it is ${status}`,
        remedy: 'Add the missing DNS records, which the last check lists.',
      };
    if (!names.some((each) => covers(each, name)))
      return {
        outcome: 'failed',
        detail: `it is for ${names.join(', ')}, not for ${name}`,
        remedy: `${request}. ${set}`,
      };
    return { outcome: 'ok', detail: name };
  },
});

/** Last, because other checks point here. */
export const dnsCheck = check({
  title: 'DNS records',
  skip: ({ domain, mail }) =>
    domain === undefined && mail.sesIdentity === undefined
      ? 'neither domain nor mail.sesIdentity is set'
      : undefined,
  permission: 'ses:GetEmailIdentity, acm:DescribeCertificate and cloudformation:DescribeStacks',
  read: ({ deployment }) => dnsRecordsNeeded(deployment),
  judge(records) {
    const open = records.filter(({ state }) => state !== 'present');
    if (open.length === 0) return { outcome: 'ok', detail: `${records.length} present` };
    return {
      // The site works before its name leads to it, and an alias record may have other addresses.
      outcome: open.every(({ why }) => why === siteReason) ? 'warning' : 'failed',
      detail: open.map(({ type, name, state }) => `${type} ${name} is ${state}`).join('; '),
      remedy: `Add where your domain is managed: ${open.map(({ type, name, value, why }) => `${name} ${type} ${value} (${why})`).join('; ')}`,
    };
  },
});
