import * as z from 'zod/mini';
import { type Assembly, flag, inert, number } from '../assembly/assembly.ts';

const passwordPolicy = z.strictObject({
  MinimumLength: z.optional(number),
  RequireLowercase: z.optional(flag),
  RequireUppercase: z.optional(flag),
  RequireNumbers: z.optional(flag),
  RequireSymbols: z.optional(flag),
  TemporaryPasswordValidityDays: inert,
  PasswordHistorySize: inert,
});

const poolSchema = z.strictObject({
  UsernameAttributes: z.tuple([z.literal('email')], z.string()),
  AutoVerifiedAttributes: z.optional(z.array(z.literal('email'))),
  Policies: z.optional(z.strictObject({ PasswordPolicy: z.optional(passwordPolicy), SignInPolicy: inert })),
  LambdaConfig: z.optional(z.strictObject({ CustomMessage: z.optional(z.string()) })),
  EmailConfiguration: inert,
  AdminCreateUserConfig: z.optional(z.looseObject({ AllowAdminCreateUserOnly: z.optional(flag) })),
  MfaConfiguration: z.optional(z.literal('OFF')),
  UserPoolName: inert,
  UsernameConfiguration: inert, // addresses are compared without regard to case
  AccountRecoverySetting: inert, // by mail, the only way there is
  VerificationMessageTemplate: inert, // the trigger writes the mails
  EmailVerificationMessage: inert,
  EmailVerificationSubject: inert,
  SmsVerificationMessage: inert,
  UserAttributeUpdateSettings: inert,
  Schema: inert,
  UserPoolTier: inert,
  UserPoolAddOns: inert,
  DeletionProtection: inert,
  DeviceConfiguration: inert,
  UserPoolTags: inert,
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
  EnableTokenRevocation: inert, // always on
  SupportedIdentityProviders: inert,
  AllowedOAuthFlowsUserPoolClient: inert,
  AllowedOAuthFlows: inert,
  AllowedOAuthScopes: inert,
  CallbackURLs: inert,
  ClientName: inert,
  AuthSessionValidity: inert,
  ReadAttributes: inert,
  WriteAttributes: inert,
  EnablePropagateAdditionalUserContextData: inert,
});

export type PasswordPolicy = z.infer<typeof passwordPolicy>;

export interface Pool {
  readonly id: string;
  readonly arn: string;
  readonly passwordPolicy: PasswordPolicy;
  readonly customMessage: string | undefined;
}

type TokenKind = 'AccessToken' | 'IdToken' | 'RefreshToken';

export interface PoolClient {
  readonly id: string;
  readonly pool: Pool;
  readonly hasSecret: boolean;
  readonly flows: readonly string[];
  readonly hidesUnknownUsers: boolean;
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
  }));
  const clients = assembly.of('AWS::Cognito::UserPoolClient', clientSchema).flatMap(({ ref, given }) => {
    const pool = pools.find(({ id }) => id === given.UserPoolId);
    if (pool === undefined) return [];
    return {
      id: ref,
      pool,
      hasSecret: given.GenerateSecret ?? false,
      flows: given.ExplicitAuthFlows ?? [],
      hidesUnknownUsers: given.PreventUserExistenceErrors === 'ENABLED',
      seconds: secondsOf(given),
    };
  });
  return { pools, clients };
}
