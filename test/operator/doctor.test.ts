import { describe, expect, it, vi } from 'vitest';
import { operatorSecretKey } from '../support/aws-stand-in.ts';
import { type Case, certificateArn, good, quotas, stack, withDoctor } from '../support/doctor.ts';
import { runCommand } from '../support/run-here.ts';

const { aws, examine, complaints } = withDoctor();

describe('npx matricula ops doctor', () => {
  it('finds nothing in an account that is ready, and only reads', async () => {
    aws().asked.length = 0;
    const lines = await examine();
    const wrong = lines.filter(({ outcome }) => outcome !== 'ok');
    expect(wrong.map(({ title, outcome }) => [title, outcome])).toEqual([
      ['The university is your own', 'warning'],
    ]);
    expect(aws().asked.filter((action) => !/:(Get|List|Describe)/.test(action))).toEqual([]);
    expect(new Set(aws().asked)).toEqual(new Set(Object.keys(good)));
  });

  // Each case has faults that different checks find.
  it.each<readonly [string, Case, readonly RegExp[]]>([
    [
      'placeholders in the settings, and a firewall that only counts',
      {
        deployment: {
          alarmEmail: 'operators@example.edu',
          mail: { from: 'a@lakes.edu', sesIdentity: 'lakes.edu' },
          firewall: 'count',
        },
      },
      [
        /^Settings are your own: addresses of the sample are left: alarmEmail\. Edit deployments\.ts\.$/,
        /^The firewall blocks: it only counts what its rules find\. .+ set firewall: 'block' in/,
      ],
    ],
    [
      'a missing mail address for alarms, and no SES identity',
      { deployment: { alarmEmail: undefined, monthlyBudget: undefined, mail: { from: 'a@lakes.edu' } } },
      [
        /alarmEmail is not set: nobody hears of an alarm/,
        /Mails are sent by SES: mail\.sesIdentity is not set: without a verified mail\.from, no mail arrives/,
      ],
    ],
    [
      'another account',
      { deployment: { account: '999999999999' } },
      [/of account 111122223333, and deployments\.ts says 999999999999/],
    ],
    [
      'no bootstrap, a protected stack whose creation failed, an unknown identity, and a certificate that is not validated',
      {
        replies: {
          'ssm:GetParameter': { error: 'ParameterNotFound' },
          'cloudformation:DescribeStacks': stack('Data', 'ROLLBACK_COMPLETE', true),
          'ses:GetEmailIdentity': { error: 'NotFoundException', status: 404 },
          'acm:DescribeCertificate': { body: { Certificate: { Status: 'PENDING_VALIDATION' } } },
        },
      },
      [
        /^CDK bootstrap: us-east-1 is not bootstrapped\. npx cdk bootstrap aws:\/\/111122223333\/us-east-1$/,
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
      'a function that has the fixed name, a sender outside the identity, few concurrent executions, and a certificate of another region',
      {
        deployment: {
          mail: { from: 'a@elsewhere.edu', sesIdentity: 'lakes.edu' },
          domain: {
            name: 'apply.lakes.edu',
            certificateArn: certificateArn.replace('us-east-1', 'eu-west-1'),
          },
        },
        replies: {
          'lambda:GetFunctionConfiguration': { body: { FunctionName: 'matricula-prod-operator-link' } },
          'lambda:GetAccountSettings': {
            body: { AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } },
          },
        },
      },
      [
        /the function matricula-prod-operator-link exists, but the stack Matricula-prod-Api was not created/,
        /the identity lakes\.edu does not allow mails from a@elsewhere\.edu/,
        /the quota is 10: after 260 for conversions and PDFs -250 are left, and 100 are needed.*--quota-code L-B99A9384 --desired-value 1000/,
        /it is in eu-west-1, and CloudFront takes only those of us-east-1\. aws acm request-certificate/,
      ],
    ],
    [
      'a function that has the fixed name of one whose creation failed, the SES sandbox, and a service that the account has not enabled',
      {
        replies: {
          'cloudformation:DescribeStacks': stack('Api', 'ROLLBACK_COMPLETE'),
          'lambda:GetFunctionConfiguration': { body: { FunctionName: 'matricula-prod-operator-link' } },
          'ses:GetAccount': { body: { ProductionAccessEnabled: false, SendingEnabled: true } },
          'acm:DescribeCertificate': { error: 'OptInRequired', status: 403 },
        },
      },
      [
        /the function matricula-prod-operator-link exists, but the stack Matricula-prod-Api was not created/,
        /in the SES sandbox.*aws sesv2 put-account-details --production-access-enabled/,
        /^The certificate of the domain: this account has not enabled the service or the region us-east-1/,
        /^DNS records: this account has not enabled the service or the region us-east-1/,
      ],
    ],
    [
      'a topic whose mail is not confirmed, and not one of another stage',
      {
        replies: {
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
      [/^Alarm mails are confirmed: operators@lakes\.edu gets no alarms from us-east-1\. Open the mail/],
    ],
    [
      'a season with more mails than the quotas',
      { applicants: 100_000 },
      [
        /the quota is 50000 mails a day, and 100000 applicants need about 190000 .*; the quota is 14 mails a second, and 100000 applicants need about 32 .*Sending quota and Sending rate/,
      ],
    ],
    [
      'small quotas of Cognito and API Gateway, and a denied permission',
      {
        replies: {
          'ses:GetAccount': { error: 'AccessDeniedException', status: 403 },
          'servicequotas:ListServiceQuotas': quotas(
            ['Rate of UserCreation requests', 3],
            ['Throttle rate', 600],
          ),
        },
        applicants: 25_000,
      },
      [
        /your AWS credentials may not read this: ses:GetAccount is denied\. Ask the administrator/,
        /Rate of UserCreation requests is 3, and 4 are needed.*--service-code cognito-idp --quota-code L-00000001/,
        /Throttle rate is 600, and 2000 are needed.*--desired-value 2000/,
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

  it('counts reservations of stacks that are deployed already only once, and those of a failed creation', async () => {
    const withConversion = (status: string) => ({
      'cloudformation:DescribeStacks': stack('Conversion', status),
      'lambda:GetAccountSettings': {
        body: { AccountLimit: { ConcurrentExecutions: 320, UnreservedConcurrentExecutions: 120 } },
      },
    });
    expect(await complaints({ replies: withConversion('UPDATE_COMPLETE') })).toEqual([]);
    expect(await complaints({ replies: withConversion('ROLLBACK_COMPLETE') })).toEqual([
      expect.stringContaining('after 260 for conversions and PDFs -140 are left'),
    ]);
  });

  it.each([
    ['/nowhere/docker', /there is no program \/nowhere\/docker/],
    ['false', /false does not answer\. Start Docker/],
  ])('reports that %s cannot build the office image, unless a layer is set', async (program, words) => {
    vi.stubEnv('CDK_DOCKER', program);
    expect((await complaints({}))[0]).toMatch(words);
    const converter = {
      kind: 'layer',
      arn: 'arn:aws:lambda:us-east-1:1:layer:o:1',
      soffice: '/opt/soffice',
    } as const;
    expect(await complaints({ deployment: { converter } })).toEqual([]);
  });

  it.each([
    ['ExpiredToken', 'your AWS credentials have expired'],
    ['InvalidClientTokenId', 'AWS does not accept your credentials'],
  ])('says what %s means, once, and skips the rest', async (error, words) => {
    const lines = await examine({ replies: { 'sts:GetCallerIdentity': { error, status: 403 } } });
    const failed = lines.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ detail }) => detail)).toEqual([words]);
    expect(failed[0]?.remedy).toContain('aws sso login');
    expect(lines.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(17);
  });
});

describe('the command', () => {
  const run = (...args: readonly string[]) => runCommand('ops', 'doctor', ...args);

  it('prints a line for each check and ends with 1 while placeholders are left', async () => {
    aws().reply(good);
    const { code, out, error } = await run('--stage', 'prod');
    expect(out).toMatch(/^FAILED {3}Settings are your own: addresses of the sample are left: mail\.from, /m);
    expect(out).toMatch(/^ok {7}The AWS account: 111122223333 in us-east-1$/m);
    expect(out).toMatch(/^1 of \d+ checks failed\.$/m);
    expect({ code, error }).toEqual({ code: 1, error: expect.not.stringContaining('    at ') });
  });

  it('prints JSON, and never a secret, a stack trace or what AWS quotes', async () => {
    aws().reply({});
    const { code, out, error } = await run('--stage', 'dev', '--json');
    const lines = JSON.parse(out) as readonly { outcome: string; detail?: string }[];
    expect(lines.filter(({ detail }) => detail?.includes('sts:GetCallerIdentity is denied'))).toHaveLength(1);
    expect(code).toBe(1);
    for (const secret of [operatorSecretKey, 'secret-in-message', '    at '])
      expect(out + error).not.toContain(secret);
  });

  it('says that AWS cannot be reached', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    const { out } = await run('--stage', 'dev');
    expect(out).toMatch(/^FAILED {3}The AWS account: AWS cannot be reached$/m);
  });

  it.each([
    [[], '--stage is required: the deployment to check, with your AWS credentials.'],
    [['--stage', 'nowhere'], 'No deployment is called "nowhere". Known: dev, prod'],
    [['--stage', 'dev', '--applicants', 'many'], '--applicants many: a whole number is expected.'],
  ])('with %j prints what is wrong', async (args, words) => {
    const { code, error } = await run(...args);
    expect(error).toContain(words);
    expect(code).toBe(1);
  });
});
