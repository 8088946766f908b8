import dns from 'node:dns/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Case, stack, withDoctor } from '../support/doctor.ts';

const { examine } = withDoctor();

/** The public DNS, by type and name. */
let zone: Readonly<Record<string, readonly string[]>>;

beforeEach(() => {
  const read = (type: string) => async (name: string) => {
    const values = zone[`${type} ${name}`];
    if (values === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
    return [...values];
  };
  vi.spyOn(dns, 'resolveCname').mockImplementation(read('CNAME'));
  vi.spyOn(dns, 'resolve4').mockImplementation(read('A') as typeof dns.resolve4);
  vi.spyOn(dns, 'resolveTxt').mockImplementation(async (name) => [await read('TXT')(name)]);
  vi.spyOn(dns, 'resolveMx').mockImplementation(async (name) =>
    (await read('MX')(name)).map((exchange) => ({ priority: 10, exchange })),
  );
});

const replies = {
  'acm:DescribeCertificate': {
    body: {
      Certificate: {
        ...{ Status: 'PENDING_VALIDATION', DomainName: 'apply.lakes.edu' },
        DomainValidationOptions: [
          {
            ResourceRecord: { Name: '_a.apply.lakes.edu.', Type: 'CNAME', Value: '_b.acm-validations.aws.' },
          },
        ],
      },
    },
  },
  'ses:GetEmailIdentity': {
    body: {
      ...{
        VerifiedForSendingStatus: false,
        VerificationStatus: 'PENDING',
        DkimAttributes: { Tokens: ['t1'] },
      },
      MailFromAttributes: { MailFromDomain: 'bounces.lakes.edu' },
    },
  },
  'cloudformation:DescribeStacks': stack('Web', 'CREATE_COMPLETE', false, {
    DistributionDomainName: 'd1.cloudfront.net',
  }),
};
const line = async (title: string, each: Case = { replies }) =>
  (await examine(each)).find((found) => found.title === title);

const complete = {
  'CNAME _a.apply.lakes.edu.': ['_b.acm-validations.aws'],
  'CNAME t1._domainkey.lakes.edu': ['T1.dkim.amazonses.com'],
  'MX bounces.lakes.edu': ['feedback-smtp.us-east-1.amazonses.com'],
  'TXT bounces.lakes.edu': ['v=spf1 include:amazonses.com ~all'],
  'TXT _dmarc.lakes.edu': ['v=DMARC1; p=reject'],
  'CNAME apply.lakes.edu': ['d1.cloudfront.net'],
};

describe('the preflight check of DNS', () => {
  test('lists every missing record with its value and purpose', async () => {
    zone = {};
    const found = await line('DNS records');
    expect(found?.outcome).toBe('failed');
    for (const each of [
      '_a.apply.lakes.edu. CNAME _b.acm-validations.aws. (validates and renews the certificate)',
      't1._domainkey.lakes.edu CNAME t1.dkim.amazonses.com (verifies the sender and signs mail (DKIM))',
      'bounces.lakes.edu MX 10 feedback-smtp.us-east-1.amazonses.com',
      'bounces.lakes.edu TXT v=spf1 include:amazonses.com ~all',
      '_dmarc.lakes.edu TXT v=DMARC1; p=none',
      'apply.lakes.edu CNAME d1.cloudfront.net (leads to the site)',
    ])
      expect(found?.remedy).toContain(each);
  });

  test('accepts a complete zone, any DMARC policy, and an alias with the addresses of its target', async () => {
    zone = complete;
    expect(await line('DNS records')).toMatchObject({ outcome: 'ok', detail: '6 present' });
    const { 'CNAME apply.lakes.edu': _, ...alias } = complete;
    zone = { ...alias, 'A apply.lakes.edu': ['192.0.2.1'], 'A d1.cloudfront.net': ['192.0.2.1'] };
    expect(await line('DNS records')).toMatchObject({ outcome: 'ok' });
  });

  test('accepts the DMARC policy of a parent domain', async () => {
    zone = complete;
    const mail = { from: 'admissions@apply.lakes.edu', sesIdentity: 'lakes.edu' };
    expect(await line('DNS records', { replies, deployment: { mail } })).toMatchObject({ outcome: 'ok' });
  });

  test('only warns of a name that leads elsewhere, which may be an alias record', async () => {
    zone = { ...complete, 'CNAME apply.lakes.edu': ['old.lakes.edu'] };
    expect(await line('DNS records')).toMatchObject({
      outcome: 'warning',
      detail: 'CNAME apply.lakes.edu is different',
    });
  });

  test('leaves certificate and identity to the deployment if the domain has a hosted zone', async () => {
    zone = {};
    const hostedZone = { id: 'Z0123456789ABCDEFGHIJ', name: 'lakes.edu' };
    const deployment = {
      domain: { name: 'apply.lakes.edu', hostedZone },
      mail: { from: 'admissions@lakes.edu' },
    };
    const found = await examine({
      deployment,
      replies: { 'ses:GetEmailIdentity': { error: 'NotFoundException', status: 404 } },
    });
    const details = Object.fromEntries(found.map(({ title, detail }) => [title, detail]));
    expect(details).toMatchObject({
      'The certificate of the domain': 'the deployment requests it',
      'The SES identity is verified': 'the deployment makes lakes.edu',
      'DNS records': '0 present',
    });
  });
});
