import { describe, expect, it, vi } from 'vitest';
import { operatorSecretKey } from '../support/aws-stand-in.ts';
import { type Case, certificateArn, good, quotas, stack, withDoctor } from '../support/doctor.ts';
import { runCommand } from '../support/run-here.ts';

const { aws, examine, complaints } = withDoctor();

describe('npx matricula ops doctor', () => {
  it('finds nothing in an account that is ready, and only reads', async () => {
    aws().asked.length = 0;
    const lines = await examine();
    expect(lines.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(aws().asked.filter((action) => !/:(Get|List|Describe)/.test(action))).toEqual([]);
    expect(new Set(aws().asked)).toEqual(new Set(Object.keys(good)));
  });

  // Each case has faults that different checks find.
  it.each<readonly [string, Case, readonly RegExp[]]>([
    [
      'placeholders, no budget, and a sender outside the identity',
      {
        deployment: {
          alarmEmail: 'operators@example.edu',
          monthlyBudget: undefined,
          mail: { from: 'a@elsewhere.edu', sesIdentity: 'lakes.edu' },
        },
      },
      [
        /^Settings are your own: addresses of the sample are left: alarmEmail\. Edit deployments\.ts\.$/,
        /alarmEmail or monthlyBudget is not set/,
        /the identity lakes\.edu does not allow mails from a@elsewhere\.edu/,
      ],
    ],
    [
      'another account',
      { deployment: { account: '999999999999' } },
      [/of account 111122223333, and deployments\.ts says 999999999999/],
    ],
    [
      'no bootstrap, a protected stack whose creation failed, an unknown identity, and an open certificate',
      {
        replies: {
          'ssm:GetParameter': { error: 'ParameterNotFound' },
          'cloudformation:DescribeStacks': stack('Data', 'ROLLBACK_COMPLETE', true),
          'ses:GetEmailIdentity': { error: 'NotFoundException', status: 404 },
          'acm:DescribeCertificate': { body: { Certificate: { Status: 'PENDING_VALIDATION' } } },
        },
      },
      [
        /^CDK bootstrap: us-east-1 is not bootstrapped\. npx matricula ops deploy offers it\./,
        /Matricula-prod-Data is ROLLBACK_COMPLETE\. aws cloudformation update-termination-protection --no-enable-termination-protection/,
        /aws sesv2 create-email-identity --email-identity lakes\.edu --region us-east-1/,
        /it is PENDING_VALIDATION/,
      ],
    ],
    [
      'an old bootstrap, a stack whose roll-back failed, an unverified identity, and a certificate for another name',
      {
        replies: {
          'ssm:GetParameter': { body: { Parameter: { Value: '5' } } },
          'cloudformation:DescribeStacks': stack('Web', 'UPDATE_ROLLBACK_FAILED'),
          'ses:GetEmailIdentity': {
            body: { VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' },
          },
          'acm:DescribeCertificate': {
            body: { Certificate: { Status: 'ISSUED', DomainName: 'a.lakes.edu' } },
          },
        },
      },
      [
        /version 5 in us-east-1 is older than 8/,
        /aws cloudformation continue-update-rollback --stack-name Matricula-prod-Web --region us-east-1/,
        /lakes\.edu is not verified: PENDING/,
        /it is for a\.lakes\.edu, not for apply\.lakes\.edu/,
      ],
    ],
    [
      'the SES sandbox, few concurrent executions, an unconfirmed topic, and a certificate of another region',
      {
        deployment: {
          domain: {
            name: 'apply.lakes.edu',
            certificateArn: certificateArn.replace('us-east-1', 'eu-west-1'),
          },
        },
        replies: {
          'ses:GetAccount': { body: { ProductionAccessEnabled: false, SendingEnabled: true } },
          'lambda:GetAccountSettings': {
            body: { AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } },
          },
          'sns:ListSubscriptions': {
            body: {
              Subscriptions: ['prod', 'dev'].map((stage) => ({
                Endpoint: 'operators@lakes.edu',
                SubscriptionArn: 'PendingConfirmation',
                TopicArn: `arn:aws:sns:us-east-1:111122223333:Matricula-${stage}-Operations-Alarms`,
              })),
            },
          },
        },
      },
      [
        /in the SES sandbox.*aws sesv2 put-account-details --production-access-enabled/,
        /the quota is 10: after 260 for conversions and PDFs -250 are left, and 100 are needed.*--quota-code L-B99A9384 --desired-value 1000/,
        /^Alarm mails are confirmed: operators@lakes\.edu gets no alarms from us-east-1\. Open the mail/,
        /it is in eu-west-1, and CloudFront takes only those of us-east-1\. aws acm request-certificate/,
      ],
    ],
    [
      'a season with more mails and log-ins than the quotas',
      {
        applicants: 100_000,
        replies: {
          'servicequotas:ListServiceQuotas': quotas(['Rate of UserAuthentication requests', 10]),
        },
      },
      [
        /the quota is 50000 mails a day, and 100000 applicants need about 190000 .*; the quota is 14 mails a second, and 100000 applicants need about 32 .*Sending quota and Sending rate/,
        /Rate of UserAuthentication requests is 10, and 29 are needed.*--service-code cognito-idp --quota-code L-00000001 --desired-value 29/,
      ],
    ],
    [
      'a denied permission, and concurrency that a season without reservations needs',
      {
        applicants: 1_500_000,
        deployment: { converters: undefined },
        replies: {
          'ses:GetAccount': { error: 'AccessDeniedException', status: 403 },
          'servicequotas:ListServiceQuotas': quotas(
            ...['Authentication', 'Creation', 'AccountRecovery', 'Read'].map(
              (kind) => [`Rate of User${kind} requests`, 1000] as const,
            ),
          ),
        },
      },
      [
        /your AWS credentials may not read this: ses:GetAccount is denied\. Ask the administrator/,
        /the quota is 1000: after 0 for conversions and PDFs 1000 are left, and 1776 are needed/,
      ],
    ],
  ])('reports %s, with the command that fixes it', async (_, each, expected) => {
    const found = await complaints(each);
    expect(found).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  });

  it('accepts a stack whose first creation failed, because a deployment replaces it', async () => {
    const replies = { 'cloudformation:DescribeStacks': stack('Web', 'ROLLBACK_COMPLETE') };
    expect(await complaints({ replies })).toEqual([]);
  });

  it('subtracts no reservations of a stack that is deployed', async () => {
    const replies = {
      'cloudformation:DescribeStacks': stack('Conversion', 'UPDATE_COMPLETE'),
      'lambda:GetAccountSettings': {
        body: { AccountLimit: { ConcurrentExecutions: 320, UnreservedConcurrentExecutions: 120 } },
      },
    };
    expect(await complaints({ replies })).toEqual([]);
  });

  it('explains an expired log-in once, and skips the rest', async () => {
    const replies = { 'sts:GetCallerIdentity': { error: 'ExpiredToken', status: 403 } };
    const lines = await examine({ replies });
    const failed = lines.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ detail }) => detail)).toEqual(['your AWS credentials have expired']);
    expect(failed[0]?.remedy).toContain('aws sso login');
    expect(lines.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(9);
  });

  it('prints a line for each check and ends with 1 while placeholders are left', async () => {
    aws().reply(good);
    const { code, out, error } = await runCommand('ops', 'doctor', '--stage', 'prod');
    expect(out).toMatch(/^FAILED {3}Settings are your own: addresses of the sample are left: mail\.from, /m);
    expect(out).toMatch(/^ok {7}The AWS account: 111122223333 in us-east-1$/m);
    expect(out).toMatch(/^1 of \d+ checks failed\.$/m);
    expect({ code, error }).toEqual({ code: 1, error: expect.not.stringContaining('    at ') });
  });

  it('prints JSON, and never a secret, a stack trace or what AWS quotes', async () => {
    aws().reply({});
    const { code, out, error } = await runCommand('ops', 'doctor', '--stage', 'dev', '--json');
    const lines = JSON.parse(out) as readonly { outcome: string; detail?: string }[];
    expect(lines.filter(({ detail }) => detail?.includes('sts:GetCallerIdentity is denied'))).toHaveLength(1);
    expect(code).toBe(1);
    for (const secret of [operatorSecretKey, 'secret-in-message', '    at '])
      expect(out + error).not.toContain(secret);
  });

  it('reports that AWS cannot be reached', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    const { out } = await runCommand('ops', 'doctor', '--stage', 'dev');
    expect(out).toMatch(/^FAILED {3}The AWS account: AWS cannot be reached$/m);
  });
});
