import { describe, expect, test } from 'vitest';
import { deployment, deploymentNamed } from '../../lib/config/index.ts';
import { cloud, outputs, production, resourcesOfType } from './cloud.ts';
import { nameOf } from './permissions.ts';

const hostedZone = { id: 'Z0123456789ABCDEFGHIJ', name: 'example.edu' };
const domain = { name: 'apply.example.edu', hostedZone };
const certificateArn = 'arn:aws:acm:us-east-1:1:certificate/1';
/** The prod deployment in a zone, with mail from an address. */
const sendingFrom = (from: string) => cloud({ domain, mail: { from } });
const recordsOf = (from: string) =>
  resourcesOfType('AWS::Route53::RecordSet', sendingFrom(from)).map(({ stack, properties }) => [
    stack,
    properties.Type,
    nameOf(properties.Name).replace(/\.$/, ''),
  ]);

describe('a domain with a hosted zone', () => {
  const { only, resources } = production({ domain, mail: { from: 'admissions@apply.example.edu' } });

  test('has a certificate in us-east-1 that the zone validates, and that CloudFront uses', () => {
    expect(only('AWS::CertificateManager::Certificate')).toMatchObject({
      DomainName: domain.name,
      DomainValidationOptions: [{ DomainName: domain.name, HostedZoneId: hostedZone.id }],
      ValidationMethod: 'DNS',
    });
    const { Aliases, ViewerCertificate } = only('AWS::CloudFront::Distribution').DistributionConfig;
    expect([Aliases, nameOf(ViewerCertificate.AcmCertificateArn)]).toEqual([[domain.name], 'Certificate']);
  });

  test('points at CloudFront over IPv4 and IPv6', () => {
    const aliases = resources().filter(({ properties }) => properties.AliasTarget);
    expect(aliases.map(({ properties }) => [properties.Type, properties.Name])).toEqual([
      ['A', 'apply.example.edu.'],
      ['AAAA', 'apply.example.edu.'],
    ]);
    for (const { properties } of aliases)
      expect(nameOf(properties.AliasTarget.DNSName)).toBe('OriginDistribution');
    expect(outputs({ domain })).not.toHaveProperty('DistributionDomainName');
  });

  test('verifies an own domain of the sender, with DKIM, SPF and DMARC', () => {
    expect(only('AWS::SES::EmailIdentity')).toMatchObject({
      EmailIdentity: 'apply.example.edu',
      MailFromAttributes: { MailFromDomain: 'bounces.apply.example.edu' },
    });
    expect(recordsOf('admissions@apply.example.edu').filter(([stack]) => stack === 'Data')).toEqual([
      ...Array(3).fill(['Data', 'CNAME', 'MailIdentity']),
      ['Data', 'MX', 'bounces.apply.example.edu'],
      ['Data', 'TXT', 'bounces.apply.example.edu'],
      ['Data', 'TXT', '_dmarc.apply.example.edu'],
    ]);
    const dmarc = resources().find(({ properties }) => /^_dmarc/.test(properties.Name));
    expect(dmarc?.properties.ResourceRecords).toEqual(['"v=DMARC1; p=quarantine"']);
  });

  test('leaves the DMARC policy of a shared domain to its owner', () => {
    const names = recordsOf('admissions@example.edu').map(([, , name]) => name);
    expect(names).toContain('bounces.example.edu');
    expect(names.filter((name) => name?.startsWith('_dmarc'))).toEqual([]);
  });

  test.each([
    { from: 'admissions@other.edu' },
    { from: 'admissions@apply.example.edu', sesIdentity: 'example.edu' },
  ])('makes no identity for a sender outside the zone, or with an identity: %j', (mail) => {
    const types = cloud({ domain, mail }).map(({ type }) => type);
    expect(types).toContain('AWS::Route53::RecordSet');
    expect(types).not.toContain('AWS::SES::EmailIdentity');
  });
});

test('domain: without a hosted zone there is no record, and the target of the records is printed', () => {
  const elsewhere = { domain: { name: domain.name, certificateArn } };
  expect(cloud(elsewhere).filter(({ type }) => /Route53::RecordSet|EmailIdentity/.test(type))).toEqual([]);
  const { SiteUrl, DistributionDomainName } = outputs(elsewhere);
  expect(SiteUrl?.Value).toBe('https://apply.example.edu');
  expect(DistributionDomainName?.Value).toMatchObject({
    'Fn::GetAtt': [expect.stringMatching(/^OriginDistribution/), 'DomainName'],
  });
});

test.each([
  [{ name: domain.name }, 'domain: set hostedZone, or the certificateArn of a certificate in us-east-1'],
  [
    { name: 'apply.other.edu', hostedZone },
    'domain.hostedZone: example.edu does not contain apply.other.edu',
  ],
  [
    { ...domain, hostedZone: { ...hostedZone, id: 'example' } },
    'domain.hostedZone.id is not the ID of a hosted zone, such as Z0123456789ABCDEFGHIJ',
  ],
])('domain: wrong settings are named: %j', (wrong, message) => {
  expect(() => deployment({ ...deploymentNamed('prod'), domain: wrong })).toThrow(message);
});
