import { reservedConcurrency } from '../../../lib/config/index.ts';
import { seasonNeed } from '../season.ts';
import { stackOf } from '../stacks.ts';
import { type DoctorCheck, failed, ok } from './check.ts';

/** Unreserved concurrency that Lambda requires for the rest of the account. */
const minUnreserved = 100;

export const lambdaConcurrency: DoctorCheck = {
  title: 'Lambda concurrency',
  permission: 'lambda:GetAccountSettings',
  async run({ deployment, applicants }) {
    const { GetAccountSettingsCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
    const { region } = deployment;
    const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: total = 0, UnreservedConcurrentExecutions: unreserved = total } =
      AccountLimit ?? {};
    const reserved = reservedConcurrency(deployment);
    const isReserved = (await stackOf(deployment, 'Conversion')) !== undefined;
    const left = unreserved - (isReserved ? 0 : reserved);
    const functions = seasonNeed('functions', applicants);
    const needed =
      reserved > 0 ? Math.max(minUnreserved, functions) : functions + seasonNeed('converters', applicants);
    if (left >= needed) return ok(`${total}, of which ${left} stay for the API`);
    return failed(
      `the quota is ${total}: after ${reserved} for conversions and PDFs ${left} are left, and ${needed} are needed`,
      `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(1000, total + needed - left)} --region ${region}. Until it is granted, lower or remove converters in deployments.ts.`,
    );
  },
};

/** By the names in Service Quotas. */
const cognitoQuotas = {
  'Rate of UserAuthentication requests': 'userAuthentication',
  'Rate of UserCreation requests': 'userCreation',
  'Rate of UserAccountRecovery requests': 'userAccountRecovery',
  'Rate of UserRead requests': 'userRead',
} as const;

export const cognitoRates: DoctorCheck = {
  title: 'Cognito requests a second',
  permission: 'servicequotas:ListServiceQuotas',
  async run({ deployment: { region }, applicants }) {
    const { ServiceQuotasClient, paginateListAWSDefaultServiceQuotas, paginateListServiceQuotas } =
      await import('@aws-sdk/client-service-quotas');
    const client = new ServiceQuotasClient({ region });
    const ServiceCode = 'cognito-idp';
    const values = new Map<string, { readonly value: number; readonly code: string | undefined }>();
    // A quota that was never changed is only among the defaults.
    for (const list of [paginateListAWSDefaultServiceQuotas, paginateListServiceQuotas])
      for await (const { Quotas = [] } of list({ client }, { ServiceCode }))
        for (const { QuotaName = '', QuotaCode: code, Value: value } of Quotas)
          if (value !== undefined) values.set(QuotaName, { value, code });
    const small = Object.entries(cognitoQuotas).flatMap(([name, need]) => {
      const { value = 0, code } = values.get(name) ?? {};
      const needed = seasonNeed(need, applicants);
      return value >= needed ? [] : [{ name, value, code, needed }];
    });
    if (small.length === 0) return ok(`enough for ${applicants} applicants`);
    return failed(
      small.map(({ name, value, needed }) => `${name} is ${value}, and ${needed} are needed`).join(', '),
      small
        .map(
          ({ code, needed }) =>
            `aws service-quotas request-service-quota-increase --service-code ${ServiceCode} --quota-code ${code} --desired-value ${needed} --region ${region}`,
        )
        .join(' and '),
    );
  },
};
