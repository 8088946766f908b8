import { describe, expect, test } from 'vitest';
import { deployment, deploymentNamed } from '../../lib/config/index.ts';
import { cloud, resourcesOfType } from './cloud.ts';

const prod = deploymentNamed('prod');
const domain = { name: 'apply.example.edu', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' };
const saml = {
  kind: 'saml',
  metadataUrl: 'https://idp.example.edu/metadata',
  domainPrefix: 'northern-lakes-staff',
  attributes: { name: 'displayName', email: 'mail', groups: 'isMemberOf' },
} as const;
const roles = { director: ['admissions-directors'] };

const signInVariables = (changes: Parameters<typeof cloud>[0] = {}) => {
  const [found] = resourcesOfType('AWS::Lambda::Function', cloud(changes)).filter(({ path }) =>
    path.includes('/staffSession/'),
  );
  return found?.properties.Environment.Variables;
};

describe('staff sign-in', () => {
  test('by SAML: a second pool translates, and no session lasts longer than an hour without a sign-in', () => {
    const { staff } = deployment({ ...prod, domain, staff: { provider: saml, roles } });
    const resources = cloud({ domain, staff });
    const [provider] = resourcesOfType('AWS::Cognito::UserPoolIdentityProvider', resources);
    expect(provider?.properties).toMatchObject({
      ProviderType: 'SAML',
      ProviderDetails: { MetadataURL: saml.metadataUrl },
      AttributeMapping: { email: 'mail', name: 'displayName', 'custom:groups': 'isMemberOf' },
    });
    const client = resourcesOfType('AWS::Cognito::UserPoolClient', resources).find(({ path }) =>
      path.includes('/Staff/'),
    );
    expect(client?.properties).toMatchObject({
      GenerateSecret: true,
      AllowedOAuthFlows: ['code'],
      CallbackURLs: ['https://apply.example.edu/api/staff/callback'],
      LogoutURLs: ['https://apply.example.edu/staff/signed-out'],
      RefreshTokenValidity: 60,
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
    });
    expect(signInVariables({ domain, staff })).toMatchObject({ STAFF_CLAIM: 'custom:groups' });
    // A domain that is taken fails the deployment before anything is protected against deletion.
    const pools = resourcesOfType('AWS::Cognito::UserPool', resources);
    const pool = (name: string) => pools.find(({ path }) => path.includes(`/${name}/`));
    const staffParts = resources.filter(({ path }) => path.startsWith('Data/Staff/'));
    expect(staffParts.length).toBeGreaterThan(2);
    expect(pool('Applicants')?.after).toEqual(expect.arrayContaining(staffParts.map(({ id }) => id)));
  });

  test('by SAML needs a domain of the university', () => {
    expect(() => deployment({ ...prod, staff: { provider: saml, roles } })).toThrow(
      'staff.provider: set domain too, because SAML needs the address of the site',
    );
  });
});
