import { describe, expect, test } from 'vitest';
import { conversionLockSeconds, deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { cloud, production, type Resource, resourcesOfType } from './cloud.ts';
import { nameOf } from './permissions.ts';
import { joined, longestPath, tasksIn } from './state-machines.ts';

const { resources, all, only } = production();

describe('conversions', () => {
  test('the office converter can reach only S3', () => {
    expect(
      resources().filter(
        ({ type }) => /InternetGateway|NatGateway|::Route$/.test(type) && type.startsWith('AWS::EC2'),
      ),
    ).toEqual([]);
    const { PolicyDocument } = only('AWS::EC2::VPCEndpoint');
    expect(PolicyDocument.Statement.map(({ Action }: { Action: string }) => Action)).toEqual([
      's3:GetObject',
      's3:PutObject',
    ]);
    const { SecurityGroupEgress } = only('AWS::EC2::SecurityGroup');
    expect(SecurityGroupEgress).toEqual([
      expect.objectContaining({ IpProtocol: 'tcp', FromPort: 443, ToPort: 443 }),
    ]);
  });

  test('in the network of the office converter every name but those of S3 is blocked', () => {
    const { VpcId, FirewallRuleGroupId } = only('AWS::Route53Resolver::FirewallRuleGroupAssociation');
    const [group] = all('AWS::Route53Resolver::FirewallRuleGroup');
    const [network] = all('AWS::EC2::VPC');
    expect(FirewallRuleGroupId).toEqual({ 'Fn::GetAtt': [group?.id, 'Id'] });
    expect(VpcId).toEqual({ Ref: network?.id });
    const namesIn = (list: unknown) =>
      all('AWS::Route53Resolver::FirewallDomainList').find(
        ({ id }) => JSON.stringify(list) === JSON.stringify({ 'Fn::GetAtt': [id, 'Id'] }),
      )?.properties.Domains;
    const rules = [...(group?.properties.FirewallRules ?? [])].sort((a, b) => a.Priority - b.Priority);
    const [allow, block] = rules;
    expect(rules).toHaveLength(2);
    const region = [{ Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }];
    expect(allow).toMatchObject({
      Action: 'ALLOW',
      FirewallDomainRedirectionAction: 'TRUST_REDIRECTION_DOMAIN',
    });
    expect(namesIn(allow.FirewallDomainListId)).toEqual(
      ['s3', '*.s3'].map((name) => ({ 'Fn::Join': ['', [`${name}.`, ...region]] })),
    );
    expect(block).toMatchObject({ Action: 'BLOCK', BlockResponse: 'NXDOMAIN' });
    expect(block.Qtype).toBeUndefined(); // a query of any type
    expect(namesIn(block.FirewallDomainListId)).toEqual(['*']);
  });

  test('in the network of the office converter no name is answered while the firewall for names fails', () => {
    // AWS's default. Only a firewall configuration that says ENABLED ends it.
    expect(resources().filter(({ type }) => type === 'AWS::Route53Resolver::FirewallConfig')).toEqual([]);
  });

  test('the office converter is made after the rules of its network', () => {
    const converter = all('AWS::Lambda::Function').find(({ path }) => path.startsWith('Conversion/Office/'));
    expect(converter?.after).toContain(all('AWS::Route53Resolver::FirewallRuleGroupAssociation')[0]?.id);
  });

  test('application PDFs, conversions and events of uploads have their own concurrency if the settings reserve it', () => {
    const reservedIn = (among: readonly Resource[]) =>
      resourcesOfType('AWS::Lambda::Function', among).flatMap(({ path, properties }) =>
        properties.ReservedConcurrentExecutions === undefined ? [] : [path.replace('/Function/Resource', '')],
      );
    expect(reservedIn(resources())).toEqual([]);
    const reserved = reservedIn(cloud({ converters: { convert: 14, office: 17, applicationPdf: 38 } }));
    expect(reserved.sort()).toEqual([
      'ApplicationPdf/Make',
      'Conversion/Begin',
      'Conversion/Convert',
      'Conversion/Office/Convert',
    ]);
  });

  test('a state machine lets every step use all its attempts, and ends before the deadline in the table', () => {
    // A file may wait for the other files of its applicant before its conversion starts.
    const more: Readonly<Record<string, number>> = {
      'Conversion/Machine': conversionLockSeconds.longest + conversionLockSeconds.interval,
    };
    const found = all('AWS::StepFunctions::StateMachine').map(({ path, properties }) => {
      const definition = JSON.parse(nameOf(properties.DefinitionString));
      expect(definition.QueryLanguage).toBeUndefined();
      const name = path.replace('/Resource', '');
      expect(longestPath(definition, definition.StartAt) + (more[name] ?? 0)).toBe(definition.TimeoutSeconds);
      return [name, definition.TimeoutSeconds] as const;
    });
    // The deadline of a conversion starts again with each try to acquire the lock.
    expect(found).toEqual([
      [
        'Conversion/Machine',
        deadlineSeconds.conversion - 5 + conversionLockSeconds.longest + conversionLockSeconds.interval,
      ],
      ['ApplicationPdf/Machine', deadlineSeconds.applicationPdf - 5],
    ]);
  });

  test('the office converter is called once a day without a document, so that it does not go idle', () => {
    const rule = all('AWS::Events::Rule').find(({ path }) => path.startsWith('Conversion/OfficeTime/'));
    const { ScheduleExpression, Targets } = rule?.properties ?? expect.unreachable();
    expect(ScheduleExpression).toBe('rate(1 day)');
    expect(Targets).toMatchObject([
      { Arn: { 'Fn::GetAtt': [expect.stringMatching(/^OfficeConvertFunction/), 'Arn'] }, Input: '{}' },
    ]);
  });

  test('a function that a state machine calls ends before its step gives up', () => {
    const timeoutOf = (called: string) =>
      Number(all('AWS::Lambda::Function').find(({ id }) => id === called)?.properties.Timeout);
    const steps = all('AWS::StepFunctions::StateMachine').flatMap(({ properties }) =>
      tasksIn(JSON.parse(joined(properties.DefinitionString))),
    );
    expect(steps).toHaveLength(6);
    for (const called of steps.map(({ Parameters }) => Parameters.FunctionName)) {
      // The function that draws PDFs also records its own failure, in a shorter step.
      const given = steps.filter(({ Parameters }) => Parameters.FunctionName === called);
      const longest = Math.max(...given.map(({ TimeoutSeconds }) => TimeoutSeconds));
      expect(timeoutOf(called), called).toBeLessThan(longest);
    }
  });

  test('an upload starts a conversion, and events that could not start one are kept', () => {
    const [{ EventPattern, Targets } = expect.unreachable(), ...others] = all('AWS::Events::Rule')
      .map(({ properties }) => properties)
      .filter((properties) => properties.EventPattern !== undefined);
    expect(others).toEqual([]);
    expect(EventPattern.detail.object).toEqual({ key: [{ prefix: 'uploads/' }] });
    expect(nameOf(Targets[0].DeadLetterConfig.Arn)).toBe('MissedUploads');
    const begin = all('AWS::Lambda::Function').find(({ path }) => path.startsWith('Conversion/Begin/'));
    expect(nameOf(begin?.properties.DeadLetterConfig.TargetArn)).toBe('MissedUploads');
  });
});
