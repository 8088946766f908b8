import { describe, expect, it } from 'vitest';
import { needsOf } from '../../scripts/operator/season/needs.ts';
import {
  type Case,
  quotas,
  stack,
  subnets,
  vaults,
  wellKnownQuotas,
  withDoctor,
  zones,
} from '../support/doctor.ts';

const { complaints, examine } = withDoctor();

const needs = needsOf(1_000_000);
const { writeUnits: writes, throttle, converters } = needs;
const { rate } = throttle;
const { office, applicationPdf } = converters;

describe('npx matricula ops doctor, about the season and the account', () => {
  it.each<readonly [string, Case, readonly RegExp[]]>([
    [
      'a season that settings, quotas and table do not carry',
      {
        applicants: 1_000_000,
        replies: {
          'ses:GetAccount': {
            body: {
              ProductionAccessEnabled: true,
              SendingEnabled: true,
              SendQuota: { Max24HourSend: -1, MaxSendRate: 500 },
            },
          },
          'lambda:GetAccountSettings': {
            body: { AccountLimit: { ConcurrentExecutions: 3000, UnreservedConcurrentExecutions: 3000 } },
          },
          'servicequotas:ListServiceQuotas': quotas(
            ['Rate of UserAccountRecovery requests', needs.userAccountRecovery],
            ['Rate of UserRead requests', needs.userRead - 1],
            ['Table-level write throughput limit', writes - 1],
            ['StartExecution throttle token refill rate per second', needs.executions - 1],
            ['StateTransition throttle token refill rate per second', 200],
          ),
        },
      },
      [
        new RegExp(
          `Rate of UserAuthentication requests is 120, and ${needs.userAuthentication} are needed, Rate of UserRead requests is ${needs.userRead - 1}, and ${needs.userRead} are needed\\.`,
        ),
        new RegExp(
          `Table-level write throughput limit is ${writes - 1}, and ${writes} are needed.*--service-code dynamodb`,
        ),
        new RegExp(
          `StartExecution refill rate is ${needs.executions - 1}, and ${needs.executions} are needed, StateTransition refill rate is 200, and ${needs.transitions} are needed.*--service-code states`,
        ),
        new RegExp(
          `throttle\\.rate is 2000, and 1000000 applicants make about ${rate} calls a second.*\\{ rate: ${rate}, burst: 5000 \\}`,
        ),
        new RegExp(
          `converters\\.office is 100, and about ${office} work at the same time .*converters\\.applicationPdf is 50, and about ${applicationPdf} .*Set converters .*: office: ${office}, applicationPdf: ${applicationPdf}`,
        ),
        new RegExp(
          `it takes 4000 writes a second from the start, and 1000000 applicants need about ${writes}.*warmThroughput .*\\{ reads: 12000, writes: ${writes} \\}`,
        ),
      ],
    ],
    [
      'a quota that Service Quotas names in another way, and the vault of a deployment that was taken down',
      {
        replies: {
          'servicequotas:ListAWSDefaultServiceQuotas': quotas(
            ...wellKnownQuotas.filter(([name]) => !name.startsWith('StartExecution')),
          ),
          'backup:ListBackupVaults': {
            body: { BackupVaultList: vaults('MatriculaprodBackupDailyVaultCCD2A74F') },
          },
        },
      },
      [
        /Service Quotas does not say StartExecution refill rate\. Look for it: aws service-quotas list-service-quotas/,
        /an earlier deployment of prod left the vault MatriculaprodBackupDailyVaultCCD2A74F\. Set backup\.vault/,
      ],
    ],
    ...[
      ['REVIEW_IN_PROGRESS'],
      ['ROLLBACK_COMPLETE'],
      ['ROLLBACK_FAILED', /Matricula-prod-Backup is ROLLBACK_FAILED/],
    ].map(([status, ...stuck]): [string, Case, readonly RegExp[]] => [
      `the vault of an earlier deployment after a first creation that ended as ${status}`,
      {
        deployment: { backup: { retentionDays: 7, vault: '2025' } },
        replies: { 'cloudformation:DescribeStacks': stack('Backup', `${status}`) },
      },
      [...stuck.map((each) => new RegExp(each)), /left the vault matricula-prod-2025\. Set backup\.vault/],
    ]),
    [
      'the vault of an earlier deployment with the same name in the settings, and a zone that this account does not have',
      {
        deployment: {
          backup: { retentionDays: 7, vault: '2025' },
          zones: ['us-east-1a', 'us-east-1f'],
        },
      },
      [
        /us-east-1f does not exist or has no Lambda/,
        /left the vault matricula-prod-2025\. Set backup\.vault/,
      ],
    ],
    [
      'copies of a table whose backups AWS Backup does not manage fully, and a zone without Lambda among the first two',
      {
        replies: {
          'backup:DescribeRegionSettings': {
            body: {
              ResourceTypeOptInPreference: { DynamoDB: true, S3: true },
              ResourceTypeManagementPreference: {},
            },
          },
          'ec2:DescribeAvailabilityZones': {
            body: { availabilityZoneInfo: zones('use1-az3', 'use1-az1', 'use1-az2') },
          },
        },
      },
      [
        /the network would be in us-east-1a and us-east-1b, and us-east-1a does not exist or has no Lambda\. Set zones in deployments\.ts to \['us-east-1b', 'us-east-1c'\]/,
        /copies only such\. aws backup update-region-settings --region us-east-1 .*--resource-type-management-preference DynamoDB=true/,
      ],
    ],
    [
      'copies of data that AWS Backup may not back up, and a single zone with a default subnet',
      {
        replies: {
          'backup:DescribeRegionSettings': {
            body: {
              ResourceTypeOptInPreference: { DynamoDB: true, S3: false },
              ResourceTypeManagementPreference: { DynamoDB: true },
            },
          },
          'ec2:DescribeSubnets': { body: { subnetSet: subnets('b') } },
        },
      },
      [
        /CloudFormation offers us-east-1b, because only zones with a default subnet count, and two are needed/,
        /AWS Backup is not enabled for DynamoDB and S3\. aws backup update-region-settings .*--resource-type-opt-in-preference DynamoDB=true,S3=true/,
      ],
    ],
  ])('reports %s, with the setting or the command that helps', async (_, each, expected) => {
    const found = await complaints(each);
    expect(found).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  });

  it('proposes the concurrency to reserve if none is reserved', async () => {
    const lines = await examine({ applicants: 100_000, deployment: { converters: undefined } });
    const { convert, ...others } = needsOf(100_000).converters;
    expect(lines.find(({ title }) => title.startsWith('The converters'))).toMatchObject({
      outcome: 'ok',
      detail: expect.stringContaining(
        `set converters to { convert: ${convert}, office: ${others.office}, applicationPdf: ${others.applicationPdf} }`,
      ),
    });
  });

  it('accepts a table that AWS has seen take more than a new one, and one that was warmed', async () => {
    const grown = {
      'cloudformation:DescribeStacks': stack('Data', 'UPDATE_COMPLETE', true, { TableName: 'applications' }),
      'dynamodb:DescribeTable': {
        body: { Table: { TableName: 'applications', WarmThroughput: { WriteUnitsPerSecond: 40_000 } } },
      },
    };
    const aboutTable = async (each: Case) =>
      (await complaints({ applicants: 1_000_000, ...each })).filter((line) => line.startsWith('The table'));
    expect(await aboutTable({})).toHaveLength(1);
    expect(await aboutTable({ replies: grown })).toEqual([]);
    expect(await aboutTable({ deployment: { warmThroughput: { reads: 96_000, writes: 32_000 } } })).toEqual(
      [],
    );
  });
});
