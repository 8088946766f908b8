import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  type CfnUserPoolClient,
  OAuthScope,
  ProviderAttribute,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolIdentityProviderSaml,
  UserPoolIdentityProviderSamlMetadata,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { staffSessionRoutes } from '../../shared/api/console-routes.ts';
import type { SamlProvider } from '../config/index.ts';
import { poolSettings } from './applicant-pool.ts';

export interface StaffPoolProps {
  readonly provider: SamlProvider;
  /** The host of the site. */
  readonly host: string;
}

/** The attribute with a person's groups. Cognito puts its name into the claims. */
const groups = 'groups';
export const samlClaim = `custom:${groups}`;

/**
 * Translates a university's SAML identity provider to OpenID Connect, which the console speaks. Its users
 * have no password.
 */
export class StaffPool extends Construct {
  readonly issuer: string;
  readonly clientId: string;

  constructor(scope: Construct, id: string, { provider, host }: StaffPoolProps) {
    super(scope, id);
    const pool = new UserPool(this, 'Pool', {
      ...poolSettings, // the university's provider asks for the second factor
      customAttributes: { [groups]: new StringAttribute({ mutable: true }) },
      removalPolicy: RemovalPolicy.DESTROY, // its people are copies of the provider's
    });
    pool.addDomain('Domain', { cognitoDomain: { domainPrefix: provider.domainPrefix } });
    const saml = new UserPoolIdentityProviderSaml(this, 'Saml', {
      userPool: pool,
      name: 'university',
      metadata: UserPoolIdentityProviderSamlMetadata.url(provider.metadataUrl),
      idpSignout: true,
      attributeMapping: {
        email: ProviderAttribute.other(provider.attributes.email),
        fullname: ProviderAttribute.other(provider.attributes.name),
        custom: { [samlClaim]: ProviderAttribute.other(provider.attributes.groups) },
      },
    });
    const client = new UserPoolClient(this, 'Console', {
      userPool: pool,
      generateSecret: true,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.PROFILE, OAuthScope.EMAIL],
        callbackUrls: [`https://${host}${staffSessionRoutes.finishSignIn.path}`],
        logoutUrls: [`https://${host}/staff/signed-out`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.custom(saml.providerName)],
      // A refresh brings no newer groups from SAML. The shortest validity that Cognito has makes a person
      // sign in again after an hour.
      refreshTokenValidity: Duration.hours(1),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
    });
    client.node.addDependency(saml);
    // Otherwise Cognito also accepts passwords.
    (client.node.defaultChild as CfnUserPoolClient).explicitAuthFlows = ['ALLOW_REFRESH_TOKEN_AUTH'];
    this.issuer = `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${pool.userPoolId}`;
    this.clientId = client.userPoolClientId;
  }
}
