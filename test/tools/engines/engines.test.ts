import { describe, expect, it, vi } from 'vitest';
import { releaseChanges } from '../../../scripts/lab/engines/release-changes.ts';
import { violationsIn } from '../../../scripts/lab/engines/schemas.ts';
import type { Resource, Stack } from '../../../scripts/local-cloud/assembly/template.ts';
import { runCommand } from '../../support/run-here.ts';

const stackOf = (Resources: Record<string, Resource>, Outputs: Stack['Outputs'] = {}): Stack => ({
  ...{ name: 'Data', region: 'us-east-1', assets: new Map() },
  ...{ Resources, Outputs },
});

const queue = (properties: Resource['Properties'] = {}): Resource => ({
  Type: 'AWS::SQS::Queue',
  Properties: properties,
});

describe('the schemas of CloudFormation', () => {
  it('accept resources, references and outputs that are right', () => {
    const topic = {
      Type: 'AWS::SNS::Topic',
      Properties: { DisplayName: { 'Fn::Sub': `\${Mails.QueueName}` } },
    };
    const outputs = { Arn: { Value: { 'Fn::GetAtt': ['Mails', 'Arn'] } } };
    expect(
      violationsIn([stackOf({ Mails: queue({ VisibilityTimeout: 30 }), Topic: topic }, outputs)]),
    ).toEqual([]);
  });

  const rule = (properties: Resource['Properties']) => ({
    Type: 'AWS::Lambda::Permission',
    Properties: properties,
  });
  it.each<[string, Resource, string, string]>([
    ['a type', { Type: 'AWS::SQS::Line' }, 'Type', 'AWS::SQS::Line is no type of the schemas'],
    ['a property', queue({ Color: 'red' }), 'Properties.Color', 'no such property'],
    [
      'a number',
      queue({ VisibilityTimeout: 'soon' }),
      'Properties.VisibilityTimeout',
      '"soon" is no integer',
    ],
    ['a list', queue({ Tags: 'stage' }), 'Properties.Tags', '"stage" is no list'],
    [
      'an object',
      { Type: 'AWS::S3::Bucket', Properties: { VersioningConfiguration: 'on' } },
      'Properties.VersioningConfiguration',
      '"on" is no object',
    ],
    [
      'a property inside',
      { Type: 'AWS::S3::Bucket', Properties: { VersioningConfiguration: { Status: 'Enabled', Mode: 1 } } },
      'Properties.VersioningConfiguration.Mode',
      'no such property',
    ],
    [
      'a required property',
      rule({ Action: 'lambda:InvokeFunction', Principal: 'sns.amazonaws.com' }),
      'Properties.FunctionName',
      'is required and missing',
    ],
    [
      'a value',
      rule({ FunctionName: 'f', Action: 'a', Principal: 'p', FunctionUrlAuthType: 'OPEN' }),
      'Properties.FunctionUrlAuthType',
      '"OPEN" is none of AWS_IAM, NONE',
    ],
    [
      'an attribute',
      queue({ QueueName: { 'Fn::GetAtt': ['Mails', 'Color'] } }),
      'Properties.QueueName.Fn::GetAtt',
      'AWS::SQS::Queue has no attribute Color',
    ],
    [
      'a reference',
      queue({ QueueName: { Ref: 'Letters' } }),
      'Properties.QueueName.Ref',
      'Letters is no resource of this stack',
    ],
  ])(
    'report %s that CloudFormation does not know, with stack, logical id and path',
    (_, resource, path, message) => {
      expect(violationsIn([stackOf({ Mails: resource })])).toEqual([
        { stack: 'Data', id: 'Mails', path, message },
      ]);
    },
  );
});

describe('a release', () => {
  const table = (attribute: string): Resource => ({
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: { KeySchema: [{ AttributeName: attribute, KeyType: 'HASH' }], Replicas: [] },
  });
  const bucket: Resource = { Type: 'AWS::S3::Bucket' };
  const exported = (Name: string, Value: string) => ({ [Name]: { Value, Export: { Name } } });
  const importer = (name: string): Stack => ({
    ...stackOf({ Mails: queue({ QueueName: { 'Fn::ImportValue': name } }) }),
    name: 'Api',
  });
  const changes = (before: readonly Stack[], after: readonly Stack[]) =>
    releaseChanges(before, after).map(
      ({ stack, id, message, isBlocking }) =>
        `${isBlocking ? 'blocks' : 'reports'} ${stack} ${id}: ${message}`,
    );

  it('may change what CloudFormation changes in place', () => {
    expect(
      changes([stackOf({ Mails: queue({ DelaySeconds: 1 }) })], [stackOf({ Mails: queue(), More: bucket })]),
    ).toEqual([]);
  });

  it('is blocked when a table would be replaced', () => {
    expect(
      changes([stackOf({ Applications: table('pk') })], [stackOf({ Applications: table('id') })]),
    ).toEqual([
      'blocks Data Applications: AWS::DynamoDB::GlobalTable is replaced: Properties.KeySchema changed',
    ]);
  });

  it('is blocked when a bucket, or a stack with one, would be removed', () => {
    const before = [stackOf({ Documents: bucket })];
    const removed = ['blocks Data Documents: AWS::S3::Bucket is removed'];
    expect(changes(before, [stackOf({})])).toEqual(removed);
    expect(changes(before, [])).toEqual(removed);
  });

  it('reports a queue that would be replaced, and what is made of its name', () => {
    const permission: Resource = {
      Type: 'AWS::Lambda::Permission',
      Properties: { FunctionName: { Ref: 'Mails' }, Action: 'a', Principal: 'p' },
    };
    const stack = (QueueName: string) => stackOf({ Allow: permission, Mails: queue({ QueueName }) });
    expect(changes([stack('mails')], [stack('letters')])).toEqual([
      'reports Data Allow: AWS::Lambda::Permission is replaced: Properties.FunctionName changed',
      'reports Data Mails: AWS::SQS::Queue is replaced: Properties.QueueName changed',
    ]);
  });

  it('is blocked by an export that vanishes or changes its value while another stack imports it', () => {
    const before = [stackOf({}, { ...exported('used', 'a'), ...exported('unused', 'b') }), importer('used')];
    expect(changes(before, [stackOf({}), importer('used')])).toEqual([
      'blocks Data used: the export used vanishes while Api imports it',
    ]);
    expect(changes(before, [stackOf({}, exported('used', 'c')), importer('used')])).toEqual([
      'blocks Data used: the export used changes its value while Api imports it',
    ]);
  });

  it('is not blocked by an export of a stack that stays deployed because the app no longer has it', () => {
    const gone = { ...stackOf({}, exported('used', 'a')), name: 'Copy' };
    expect(changes([gone, importer('used')], [importer('used')])).toEqual([]);
  });
});

describe('npx matricula lab test engines', () => {
  it('names the engines that are not installed, with the command that installs them', async () => {
    vi.stubEnv('PATH', '');
    const { code, out } = await runCommand('lab', 'test', 'engines', 'cfn-lint', 'moto');
    vi.unstubAllEnvs();
    expect(out).toContain(
      'skipped  cfn-lint: not run: cfn-lint (checks templates) is missing: pip install cfn-lint',
    );
    expect(out).toContain("pip install 'moto[server]'");
    expect(out).toMatch(/^NOT RUN: cfn-lint, moto\.\n$/m);
    expect(code).toBe(1);
  });
});
