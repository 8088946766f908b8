import dns from 'node:dns/promises';
import { type Deployment, edgeRegion, senderDomain, sesIdentityOf } from '../../lib/config/index.ts';
import { isNamed } from './doctor/check.ts';
import { stackOf } from './stacks.ts';

interface DnsRecord {
  readonly type: 'CNAME' | 'MX' | 'TXT';
  readonly name: string;
  readonly value: string;
  readonly why: string;
}

/** The reason for a record that only a deployed site needs. */
export const siteReason = 'leads to the site';

/** `different`: the name has another value. A policy or an alias that serves the purpose is present. */
export interface CheckedDnsRecord extends DnsRecord {
  readonly state: 'present' | 'missing' | 'different';
}

/**
 * The DNS records that a deployment needs, as far as AWS knows them, and their state in the public DNS. A
 * hosted zone gets them by the deployment; otherwise the operator adds them where the domain is managed.
 */
export async function dnsRecordsNeeded(deployment: Deployment): Promise<readonly CheckedDnsRecord[]> {
  const lists = [recordsOfCertificate, recordsOfSender, recordsOfSite].map((list) => list(deployment));
  const records = (await Promise.all(lists)).flat();
  return Promise.all(records.map(async (each) => ({ ...each, state: await stateOf(each) })));
}

const record = (type: DnsRecord['type'], name: string, value: string, why: string): DnsRecord => ({
  ...{ type, name, value, why },
});

/** The certificate of a domain; undefined if it does not exist in this account. */
export async function readCertificate(CertificateArn: string) {
  const { ACMClient, DescribeCertificateCommand } = await import('@aws-sdk/client-acm');
  const describe = new DescribeCertificateCommand({ CertificateArn });
  return (await found(() => new ACMClient({ region: edgeRegion }).send(describe)))?.Certificate;
}

/** The SES identity of a domain or an address; undefined if it does not exist in this account. */
export async function readIdentity(region: string, EmailIdentity: string) {
  const { GetEmailIdentityCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
  const get = new GetEmailIdentityCommand({ EmailIdentity });
  return found(() => new SESv2Client({ region }).send(get));
}

async function recordsOfCertificate({ domain }: Deployment): Promise<readonly DnsRecord[]> {
  if (domain?.certificateArn === undefined || !domain.certificateArn.includes(`:${edgeRegion}:`)) return [];
  const certificate = await readCertificate(domain.certificateArn);
  return (certificate?.DomainValidationOptions ?? []).flatMap(({ ResourceRecord: { Name, Value } = {} }) =>
    Name && Value ? [record('CNAME', Name, Value, 'validates and renews the certificate')] : [],
  );
}

async function recordsOfSender(deployment: Deployment): Promise<readonly DnsRecord[]> {
  const identity = sesIdentityOf(deployment);
  if (identity === undefined || identity.includes('@')) return [];
  const { region } = deployment;
  const read = await readIdentity(region, identity);
  const tokens = read?.DkimAttributes?.Tokens ?? [];
  if (tokens.length === 0) return [];
  const bounces = read?.MailFromAttributes?.MailFromDomain;
  const [dkim, spf] = [
    'verifies the sender and signs mail (DKIM)',
    'shows that SES sends for the domain (SPF)',
  ];
  return [
    ...tokens.map((token) =>
      record('CNAME', `${token}._domainkey.${identity}`, `${token}.dkim.amazonses.com`, dkim),
    ),
    ...(bounces
      ? [
          record('MX', bounces, `10 feedback-smtp.${region}.amazonses.com`, spf),
          record('TXT', bounces, 'v=spf1 include:amazonses.com ~all', spf),
        ]
      : []),
    record(
      'TXT',
      `_dmarc.${senderDomain(deployment)}`,
      'v=DMARC1; p=none',
      'large mail providers ask for a policy (DMARC)',
    ),
  ];
}

async function recordsOfSite(deployment: Deployment): Promise<readonly DnsRecord[]> {
  if (deployment.domain === undefined) return [];
  const value = (await stackOf(deployment, 'Web'))?.outputs.get('DistributionDomainName');
  return value === undefined ? [] : [record('CNAME', deployment.domain.name, value, siteReason)];
}

/** Undefined for a resource that does not exist yet. */
async function found<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isNamed(error, 'NotFoundException', 'ResourceNotFoundException')) return undefined;
    throw error;
  }
}

const plain = (value: string) => value.toLowerCase().replace(/\.$/, '');

async function stateOf({ type, name, value }: DnsRecord): Promise<CheckedDnsRecord['state']> {
  if (name.startsWith('_dmarc.'))
    return (await hasPolicy(name.slice('_dmarc.'.length))) ? 'present' : 'missing';
  const values = (await valuesOf(type, name)).map(plain);
  if (values.includes(plain(value))) return 'present';
  if (type !== 'CNAME' || values.length > 0) return values.length > 0 ? 'different' : 'missing';
  // An alias record of a DNS provider has the addresses of its target, and no name.
  const [own = [], target = []] = await Promise.all([name, value].map(addressesOf));
  if (own.some((each) => target.includes(each))) return 'present';
  return own.length > 0 ? 'different' : 'missing';
}

/** A domain without a DMARC policy has that of its parent. */
async function hasPolicy(domain: string): Promise<boolean> {
  if (!domain.includes('.')) return false;
  const values = await valuesOf('TXT', `_dmarc.${domain}`);
  if (values.some((each) => each.startsWith('v=DMARC1'))) return true;
  return hasPolicy(domain.slice(domain.indexOf('.') + 1));
}

async function valuesOf(type: DnsRecord['type'], name: string): Promise<readonly string[]> {
  if (type === 'CNAME') return existing(() => dns.resolveCname(name));
  if (type === 'TXT') return (await existing(() => dns.resolveTxt(name))).map((parts) => parts.join(''));
  const exchanges = await existing(() => dns.resolveMx(name));
  return exchanges.map(({ priority, exchange }) => `${priority} ${exchange}`);
}

const addressesOf = (name: string) => existing(() => dns.resolve4(name));

/** DNS reports a name without records as an error. Other errors are failures of the query. */
async function existing<Value>(query: () => Promise<readonly Value[]>): Promise<readonly Value[]> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOTFOUND', 'ENODATA'].includes(String(error.code)))
      return [];
    throw error;
  }
}
