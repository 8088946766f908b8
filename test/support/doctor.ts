import { type Deployment, deployment } from '../../lib/config/index.ts';
import { runDoctor } from '../../scripts/operator/doctor/checks.ts';
import { type AwsReplies, withAwsStandIn } from './aws-stand-in.ts';

export const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/1';

const settings = (more: Partial<Deployment> = {}): Deployment =>
  deployment({
    name: 'prod',
    environment: 'production',
    region: 'us-east-1',
    account: '111122223333',
    domain: { name: 'apply.lakes.edu', certificateArn },
    mail: { from: 'admissions@lakes.edu', sesIdentity: 'lakes.edu' },
    converter: { kind: 'image' },
    addresses: 'list',
    removal: 'retain',
    alarmEmail: 'operators@lakes.edu',
    monthlyBudget: 500,
    firewall: 'block',
    throttle: { rate: 2000, burst: 4000 },
    converters: { convert: 100, office: 100, applicationPdf: 50 },
    backup: { retentionDays: 7 },
    ...more,
  });

export const quotas = (...pairs: readonly (readonly [string, number])[]) => ({
  body: { Quotas: pairs.map(([QuotaName, Value]) => ({ QuotaName, Value, QuotaCode: 'L-00000001' })) },
});

const defaultQuotas: readonly (readonly [string, number])[] = [
  ['Rate of UserAuthentication requests', 120],
  ['Rate of UserCreation requests', 50],
  ['Rate of UserAccountRecovery requests', 30],
  ['Rate of UserRead requests', 120],
];

/** Everything is ready. */
export const good: AwsReplies = {
  'sts:GetCallerIdentity': {
    body: { Account: '111122223333', Arn: 'arn:aws:iam::111122223333:user/o', UserId: 'o' },
  },
  'ssm:GetParameter': { body: { Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Value: '28' } } },
  'cloudformation:DescribeStacks': { body: { Stacks: [] } },
  'lambda:GetAccountSettings': {
    body: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } },
  },
  'ses:GetEmailIdentity': { body: { VerifiedForSendingStatus: true, VerificationStatus: 'SUCCESS' } },
  'ses:GetAccount': {
    body: {
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      SendQuota: { Max24HourSend: 50000, MaxSendRate: 14 },
    },
  },
  'servicequotas:ListAWSDefaultServiceQuotas': quotas(...defaultQuotas),
  'servicequotas:ListServiceQuotas': quotas(),
  'sns:ListSubscriptions': { body: { Subscriptions: [] } },
  'acm:DescribeCertificate': {
    body: {
      Certificate: { Status: 'ISSUED', DomainName: 'lakes.edu', SubjectAlternativeNames: ['*.lakes.edu'] },
    },
  },
};

export const stack = (
  name: string,
  status: string,
  isProtected = false,
  outputs: Readonly<Record<string, string>> = {},
) => ({
  body: {
    Stacks: [
      {
        StackName: `Matricula-prod-${name}`,
        CreationTime: '2026-11-01T00:00:00Z',
        StackStatus: status,
        EnableTerminationProtection: isProtected,
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    ],
  },
});

export interface Case {
  readonly replies?: AwsReplies;
  readonly deployment?: Partial<Deployment>;
  readonly applicants?: number;
}

/** The doctor before an account of AWS, for the tests of one file. */
export function withDoctor() {
  const { aws } = withAwsStandIn();
  const examine = async ({ replies = {}, deployment: more = {}, applicants = 10_000 }: Case = {}) => {
    aws().reply({ ...good, ...replies });
    return runDoctor({ deployment: settings(more), applicants }, () => {});
  };

  /** The checks that are not ok, as lines, with the command that helps. */
  const complaints = async (each: Case) =>
    (await examine(each))
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'warning')
      .map(({ title, detail, remedy }) => `${title}: ${detail}. ${remedy}`);

  return { aws, examine, complaints };
}
