import { reservedConcurrency } from '../../../lib/config/index.ts';
import { type Needs, needsOf, unreservedNeed } from '../season/needs.ts';
import { check, type DoctorContext, type Verdict } from './check.ts';
import { stackOf } from './stacks.ts';

/** Unreserved concurrency that Lambda requires for the rest of the account. */
const minUnreserved = 100;

const concurrency = check({
  title: 'Lambda concurrency',
  permission: 'lambda:GetAccountSettings',
  async read({ deployment }) {
    const { GetAccountSettingsCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
    const { region } = deployment;
    const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: total = 0, UnreservedConcurrentExecutions: unreserved = total } =
      AccountLimit ?? {};
    const isReserved = (await stackOf(deployment, 'Conversion')) !== undefined;
    return { total, left: unreserved - (isReserved ? 0 : reservedConcurrency(deployment)) };
  },
  judge({ total, left }, { deployment, applicants }) {
    const reserved = reservedConcurrency(deployment);
    const season = unreservedNeed(needsOf(applicants), reserved > 0);
    const needed = Math.max(reserved === 0 ? 0 : minUnreserved, season);
    if (left >= needed) return { outcome: 'ok', detail: `${total}, of which ${left} stay for the API` };
    const wanted = total + needed - left;
    return {
      outcome: 'failed',
      detail: `the quota is ${total}: after ${reserved} for conversions and PDFs ${left} are left, and ${needed} are needed`,
      remedy: `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(1000, wanted)} --region ${deployment.region}. Until it is granted, lower or remove converters in deployments.ts.`,
    };
  },
});

interface Quota {
  readonly name: string;
  /** Matches the name of the quota if AWS documents only a part of it. The smallest value counts. */
  readonly pattern?: RegExp;
  readonly needed: (context: DoctorContext) => number;
}

interface Found {
  readonly quota: Quota;
  readonly value: number | undefined;
  readonly code: string | undefined;
}

/** The quota values of this account. A quota that was never changed is only among the defaults. */
async function readQuotas(
  ServiceCode: string,
  region: string,
  quotas: readonly Quota[],
): Promise<readonly Found[]> {
  const { ServiceQuotasClient, paginateListAWSDefaultServiceQuotas, paginateListServiceQuotas } =
    await import('@aws-sdk/client-service-quotas');
  const client = new ServiceQuotasClient({ region });
  const values = new Map<string, { readonly value: number; readonly code: string | undefined }>();
  for (const list of [paginateListAWSDefaultServiceQuotas, paginateListServiceQuotas])
    for await (const { Quotas = [] } of list({ client }, { ServiceCode }))
      for (const { QuotaName = '', QuotaCode: code, Value: value } of Quotas)
        if (value !== undefined) values.set(QuotaName, { value, code });
  return quotas.map((quota) => {
    const matching = [...values].filter(([name]) => quota.pattern?.test(name) ?? name === quota.name);
    const [smallest] = matching.map(([, found]) => found).sort((one, other) => one.value - other.value);
    return { quota, value: smallest?.value, code: smallest?.code };
  });
}

function judgeQuotas(service: string, found: readonly Found[], context: DoctorContext): Verdict {
  const { region } = context.deployment;
  const small = found.filter(({ quota, value }) => value !== undefined && value < quota.needed(context));
  if (small.length > 0)
    return {
      outcome: 'failed',
      detail: small
        .map(({ quota, value }) => `${quota.name} is ${value}, and ${quota.needed(context)} are needed`)
        .join(', '),
      remedy: small
        .map(
          ({ quota, code }) =>
            `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${quota.needed(context)} --region ${region}`,
        )
        .join(' and '),
    };
  const unknown = found.filter(({ value }) => value === undefined);
  if (unknown.length > 0)
    return {
      outcome: 'warning',
      detail: `Service Quotas does not say ${unknown.map(({ quota }) => quota.name).join(', ')}`,
      remedy: `Look for it: aws service-quotas list-service-quotas --service-code ${service} --region ${region}`,
    };
  return { outcome: 'ok', detail: found.map(({ quota, value }) => `${quota.name} ${value}`).join(', ') };
}

const quotaCheck = (title: string, service: string, quotas: readonly Quota[]) =>
  check({
    title,
    permission: 'servicequotas:ListServiceQuotas',
    read: ({ deployment: { region } }) => readQuotas(service, region, quotas),
    judge: (found, context) => judgeQuotas(service, found, context),
  });

/** A quota that the season's model knows, by the name in Service Quotas. */
const seasonQuota = (name: string, needed: (needs: Needs) => number, pattern?: RegExp): Quota => ({
  name,
  needed: ({ applicants }) => needed(needsOf(applicants)),
  ...(pattern && { pattern }),
});

const cognito = quotaCheck('Cognito requests a second', 'cognito-idp', [
  seasonQuota('Rate of UserAuthentication requests', ({ userAuthentication }) => userAuthentication),
  seasonQuota('Rate of UserCreation requests', ({ userCreation }) => userCreation),
  seasonQuota('Rate of UserAccountRecovery requests', ({ userAccountRecovery }) => userAccountRecovery),
  seasonQuota('Rate of UserRead requests', ({ userRead }) => userRead),
]);

const table = quotaCheck('DynamoDB writes a second', 'dynamodb', [
  seasonQuota('Table-level write throughput limit', ({ writeUnits }) => writeUnits),
]);

/** A new account has a lower quota until AWS observes usage. */
const stateMachines = quotaCheck('Step Functions executions and transitions a second', 'states', [
  seasonQuota('StartExecution refill rate', ({ executions }) => executions, /StartExecution.*refill/i),
  seasonQuota('StateTransition refill rate', ({ transitions }) => transitions, /StateTransition.*refill/i),
]);

const api = quotaCheck('API Gateway requests a second', 'apigateway', [
  { name: 'Throttle rate', needed: ({ deployment }) => deployment.throttle.rate },
  { name: 'Throttle burst rate', needed: ({ deployment }) => deployment.throttle.burst },
]);

/** Compares the quotas of the account with the settings and the season. */
export const quotaChecks = [concurrency, cognito, api, table, stateMachines];
