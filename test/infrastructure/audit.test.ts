import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { production } from './cloud.ts';
import { nameOf } from './permissions.ts';

const { all, only } = production();

describe("CloudFront's access log", () => {
  test('is delivered as JSON and kept for three months, with masked addresses', () => {
    expect(only('AWS::Logs::DeliverySource')).toMatchObject({
      LogType: 'ACCESS_LOGS',
      Name: 'matricula-prod',
    });
    expect(nameOf(only('AWS::Logs::DeliverySource').ResourceArn)).toMatch(
      /^arn:aws:cloudfront::AWS::AccountId:distribution\/OriginDistribution/,
    );
    expect(nameOf(only('AWS::Logs::DeliveryDestination').DestinationResourceArn)).toBe('EdgeLog');
    expect(only('AWS::Logs::DeliveryDestination').OutputFormat).toBe('json');
    expect(only('AWS::Logs::Delivery').DeliverySourceName).toBe('matricula-prod');
    const log = all('AWS::Logs::LogGroup').find(
      ({ path }) => path === 'EdgeOperations/EdgeLog/Log/Resource',
    )?.properties;
    expect(log.RetentionInDays).toBe(90);
    expect(JSON.stringify(log.DataProtectionPolicy)).toContain('data-identifier/IpAddress');
  });

  test('has neither query strings nor cookies nor referrers, which hold tokens and reset ids', () => {
    const fields: readonly string[] = only('AWS::Logs::Delivery').RecordFields;
    expect(fields).toContain('x-edge-request-id');
    expect(fields.filter((field) => /query|cookie|referer|forwarded/i.test(field))).toEqual([]);
  });
});

describe('CloudTrail', () => {
  test("records every access to applicants' papers and lists of users, and every call of operators' functions", () => {
    const trail = only('AWS::CloudTrail::Trail');
    const recorded = trail.EventSelectors.flatMap(
      ({ DataResources }: { DataResources: object[] }) => DataResources,
    );
    expect(
      recorded.map(({ Type, Values }: { Type: string; Values: unknown[] }) => [Type, Values.map(nameOf)]),
    ).toEqual([
      ['AWS::S3::Object', ['Uploads/', 'Documents/', 'Packages/', 'UserExports/']],
      [
        'AWS::Lambda::Function',
        [
          ...['OperatorLinkFunction', 'OperatorReadFunction', 'OperatorChangeFunction'],
          ...['OperatorExportFunction', 'OperatorReportFunction', 'RetentionFunction'],
        ],
      ],
    ]);
    for (const { ReadWriteType } of trail.EventSelectors) expect(ReadWriteType ?? 'All').toBe('All');
    expect(trail).toMatchObject({
      IsLogging: true,
      EnableLogFileValidation: true,
      IsMultiRegionTrail: false,
    });
    expect(nameOf(trail.S3BucketName)).toBe('TrailLogs');
  });

  test('of another account cannot write into the bucket', () => {
    const policy = all('AWS::S3::BucketPolicy').find(({ path }) => path === 'Data/TrailLogs/Policy/Resource');
    const denied = policy?.properties.PolicyDocument.Statement.find(
      ({ Sid }: { Sid?: string }) => Sid === 'OnlyOwnTrails',
    );
    expect(denied).toMatchObject({
      Effect: 'Deny',
      Action: 's3:*',
      Principal: { Service: 'cloudtrail.amazonaws.com' },
    });
    expect(nameOf(denied.Condition.StringNotLike['aws:SourceArn'])).toBe(
      'arn:aws:cloudtrail:us-east-1:AWS::AccountId:trail/*',
    );
  });

  test('has a separate bucket, which keeps its records as long as the audit log', () => {
    const bucket = all('AWS::S3::Bucket').find(({ path }) => path === 'Data/TrailLogs/Resource');
    expect(bucket?.properties.LifecycleConfiguration.Rules[0]).toMatchObject({ ExpirationInDays: 400 });
    expect(bucket?.deletionPolicy).toBe('RetainExceptOnCreate');
  });
});

describe('saved queries', () => {
  const queries = () =>
    all('AWS::Logs::QueryDefinition').map(({ properties }) => ({
      name: properties.Name,
      logs: properties.LogGroupNames.map(nameOf),
      text: nameOf(properties.QueryString),
    }));

  test('ask only for fields that log lines have', () => {
    const line = readFileSync(join(root, 'lambdas/runtime/log.ts'), 'utf8');
    const asked = queries().flatMap(({ text }) => text.match(/message\.\w+/g) ?? []);
    expect(asked.length).toBeGreaterThan(8);
    for (const field of asked)
      expect(line).toMatch(new RegExp(`readonly ${field.replace('message.', '')}\\??:`));
  });
});
