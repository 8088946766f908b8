import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from '../assembly/assembly.ts';

const passwordPolicy = z.strictObject({
  MinimumLength: z.optional(number),
  RequireLowercase: z.optional(flag),
  RequireUppercase: z.optional(flag),
  RequireNumbers: z.optional(flag),
  RequireSymbols: z.optional(flag),
  TemporaryPasswordValidityDays: inertResource,
  PasswordHistorySize: inertResource,
});

const poolSchema = z.strictObject({
  UsernameAttributes: z.tuple([z.literal('email')], z.string()),
  AutoVerifiedAttributes: z.optional(z.array(z.literal('email'))),
  Policies: z.optional(
    z.strictObject({ PasswordPolicy: z.optional(passwordPolicy), SignInPolicy: inertResource }),
  ),
  LambdaConfig: z.optional(z.strictObject({ CustomMessage: z.optional(z.string()) })),
  EmailConfiguration: inertResource, // every mail goes to the outbox
  AdminCreateUserConfig: z.optional(z.looseObject({ AllowAdminCreateUserOnly: z.optional(flag) })),
  MfaConfiguration: z.optional(z.literal('OFF')),
  UserPoolName: inertResource,
  UsernameConfiguration: inertResource, // addresses are compared without regard to case
  AccountRecoverySetting: inertResource, // by mail, the only way there is
  VerificationMessageTemplate: inertResource, // the trigger writes the mails
  EmailVerificationMessage: inertResource,
  EmailVerificationSubject: inertResource,
  SmsVerificationMessage: inertResource,
  UserAttributeUpdateSettings: inertResource,
  Schema: z.optional(z.array(z.looseObject({ Name: z.string() }))),
  UserPoolTier: inertResource,
  UserPoolAddOns: inertResource,
  DeletionProtection: inertResource,
  DeviceConfiguration: inertResource,
  UserPoolTags: inertResource,
});

const clientSchema = z.strictObject({
  UserPoolId: z.string(),
  GenerateSecret: z.optional(flag),
  ExplicitAuthFlows: z.optional(z.array(z.string())),
  PreventUserExistenceErrors: z.optional(z.string()),
  AccessTokenValidity: z.optional(number),
  IdTokenValidity: z.optional(number),
  RefreshTokenValidity: z.optional(number),
  TokenValidityUnits: z.optional(z.record(z.string(), z.string())),
  EnableTokenRevocation: inertResource, // always on
  SupportedIdentityProviders: inertResource,
  AllowedOAuthFlowsUserPoolClient: inertResource,
  AllowedOAuthFlows: inertResource,
  AllowedOAuthScopes: inertResource,
  CallbackURLs: inertResource,
  ClientName: inertResource,
  ReadAttributes: z.optional(z.array(z.string())),
  WriteAttributes: inertResource,
  EnablePropagateAdditionalUserContextData: inertResource,
});

export type PasswordPolicy = z.infer<typeof passwordPolicy>;

export interface Pool {
  readonly id: string;
  readonly arn: string;
  readonly passwordPolicy: PasswordPolicy;
  readonly customMessage: string | undefined;
  readonly customAttributes: readonly string[];
}

type TokenKind = 'AccessToken' | 'IdToken' | 'RefreshToken';

export interface PoolClient {
  readonly id: string;
  readonly pool: Pool;
  readonly secret: string | undefined;
  readonly flows: readonly string[];
  readonly hidesUnknownUsers: boolean;
  /** The attributes that its tokens contain in addition to the address. */
  readonly reads: readonly string[];
  readonly seconds: Readonly<Record<TokenKind, number>>;
}

const unitSeconds: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

function secondsOf(given: z.infer<typeof clientSchema>): PoolClient['seconds'] {
  const seconds = (kind: TokenKind, standard: number, unit: string) =>
    (given[`${kind}Validity`] ?? standard) * (unitSeconds[given.TokenValidityUnits?.[kind] ?? unit] ?? 1);
  return {
    AccessToken: seconds('AccessToken', 1, 'hours'),
    IdToken: seconds('IdToken', 1, 'hours'),
    RefreshToken: seconds('RefreshToken', 30, 'days'),
  };
}

/** The user pools and their clients that an assembly asks for. */
export function readPools(assembly: Assembly): { pools: readonly Pool[]; clients: readonly PoolClient[] } {
  const pools = assembly.of('AWS::Cognito::UserPool', poolSchema).map(({ ref, arn, given }) => ({
    id: ref,
    arn,
    passwordPolicy: given.Policies?.PasswordPolicy ?? {},
    customMessage: given.LambdaConfig?.CustomMessage,
    customAttributes: (given.Schema ?? []).map(({ Name }) => `custom:${Name}`),
  }));
  const clients = assembly
    .of('AWS::Cognito::UserPoolClient', clientSchema)
    .flatMap(({ ref, attributes, given }) => {
      const pool = pools.find(({ id }) => id === given.UserPoolId);
      if (pool === undefined) return [];
      return {
        id: ref,
        pool,
        secret: given.GenerateSecret ? attributes.ClientSecret : undefined,
        flows: given.ExplicitAuthFlows ?? [],
        hidesUnknownUsers: given.PreventUserExistenceErrors === 'ENABLED',
        reads: given.ReadAttributes ?? [],
        seconds: secondsOf(given),
      };
    });
  return { pools, clients };
}
