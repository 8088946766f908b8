import { check, isNamed } from './check.ts';

/** CloudFront accepts certificates only from this region. */
const certificateRegion = 'us-east-1';

const covers = (pattern: string, name: string) =>
  pattern === name || (pattern.startsWith('*.') && name.split('.').slice(1).join('.') === pattern.slice(2));

export const certificateCheck = check({
  title: 'The certificate of the domain',
  skip: ({ domain }) => (domain === undefined ? 'domain is not set' : undefined),
  permission: 'acm:DescribeCertificate',
  async read({ deployment: { domain } }) {
    const { certificateArn = '', name = '' } = domain ?? {};
    const region = certificateArn.split(':')[3] ?? '';
    if (region !== certificateRegion) return { name, region, status: 'ELSEWHERE', names: [] };
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
    const request = `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${certificateRegion}`;
    const set = 'Then set domain.certificateArn in lib/config/index.ts.';
    if (status === 'ELSEWHERE')
      return {
        outcome: 'failed',
        detail: `it is in ${region || 'no region'}, and CloudFront takes only those of ${certificateRegion}`,
        remedy: `${request}. ${set}`,
      };
    if (status === 'MISSING')
      return { outcome: 'failed', detail: 'it does not exist in this account', remedy: `${request}. ${set}` };
    if (status !== 'ISSUED')
      return {
        outcome: 'failed',
        detail: `it is ${status}`,
        remedy: `Add the DNS records that validate it: aws acm describe-certificate --certificate-arn <its arn> --region ${certificateRegion}`,
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
