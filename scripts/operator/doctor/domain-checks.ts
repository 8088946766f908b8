import { edgeRegion } from '../../../lib/config/index.ts';
import { dnsRecordsNeeded, readCertificate, siteReason } from '../dns-records.ts';
import { type DoctorCheck, failed, ok, skipped, warning } from './check.ts';

const covers = (pattern: string, name: string) =>
  pattern === name || (pattern.startsWith('*.') && name.split('.').slice(1).join('.') === pattern.slice(2));

export const certificate: DoctorCheck = {
  title: 'The certificate of the domain',
  permission: 'acm:DescribeCertificate',
  async run({ deployment: { domain } }) {
    if (domain === undefined) return skipped('domain is not set');
    const { certificateArn, name } = domain;
    if (certificateArn === undefined) return skipped('the deployment requests it');
    const request = `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${edgeRegion}. Then set domain.certificateArn in deployments.ts.`;
    const region = certificateArn.split(':')[3] ?? '';
    if (region !== edgeRegion)
      return failed(
        `it is in ${region || 'no region'}, and CloudFront takes only those of ${edgeRegion}`,
        request,
      );
    const found = await readCertificate(certificateArn);
    if (found === undefined) return failed('it does not exist in this account', request);
    const { Status, DomainName = '', SubjectAlternativeNames = [] } = found;
    if (Status !== 'ISSUED')
      return failed(`it is ${Status}`, 'Add the missing DNS records, which the last check lists.');
    const names = [DomainName, ...SubjectAlternativeNames];
    if (names.some((each) => covers(each, name))) return ok(name);
    return failed(`it is for ${names.join(', ')}, not for ${name}`, request);
  },
};

/** Last, because other checks point here. */
export const dnsRecords: DoctorCheck = {
  title: 'DNS records',
  permission: 'ses:GetEmailIdentity, acm:DescribeCertificate and cloudformation:DescribeStacks',
  async run({ deployment }) {
    const { domain, mail } = deployment;
    if (domain === undefined && mail.sesIdentity === undefined)
      return skipped('neither domain nor mail.sesIdentity is set');
    const records = await dnsRecordsNeeded(deployment);
    const open = records.filter(({ state }) => state !== 'present');
    if (open.length === 0) return ok(`${records.length} present`);
    // The site works before its name leads to it, and an alias record may have other addresses.
    const problem = open.every(({ why }) => why === siteReason) ? warning : failed;
    return problem(
      open.map(({ type, name, state }) => `${type} ${name} is ${state}`).join('; '),
      `Add where your domain is managed: ${open.map(({ type, name, value, why }) => `${name} ${type} ${value} (${why})`).join('; ')}`,
    );
  },
};
