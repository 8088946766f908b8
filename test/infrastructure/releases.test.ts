import { describe, expect, test } from 'vitest';
import { routes } from '../../shared/api/routes.ts';
import { cloud, production } from './cloud.ts';
import { nameOf } from './permissions.ts';

const { all } = production();

/** The functions of the API. The others change immediately, because their calls are repeated. */
const groups = Object.keys(routes).length;
const functionsWithAlias = groups + 6;

interface MetricOfAlarm {
  readonly Dimensions: readonly { readonly Name: string; readonly Value: unknown }[];
}

describe('a release', () => {
  test('reaches routes, state machines and the events of uploads only through aliases', () => {
    const called = all('AWS::ApiGatewayV2::Integration').map(({ properties }) =>
      nameOf(properties.IntegrationUri),
    );
    expect(called).toHaveLength(groups);
    expect(called.filter((name) => !name.endsWith('Live'))).toEqual([]);
    const steps = all('AWS::StepFunctions::StateMachine').flatMap(
      ({ properties }) => JSON.stringify(properties.DefinitionString).match(/"Ref":"\w+"/g) ?? [],
    );
    expect(steps).toHaveLength(6);
    expect(steps.filter((name) => !/Live/.test(name))).toEqual([]);
    const [uploaded] = all('AWS::Events::Rule').filter(
      ({ properties }) => properties.EventPattern !== undefined,
    );
    expect(nameOf(uploaded?.properties.Targets[0].Arn)).toBe('BeginLive');
    expect(all('AWS::Lambda::Alias')).toHaveLength(functionsWithAlias);
  });

  test('gives a new version of an API function a tenth of the calls for five minutes, and all only after that', () => {
    const released = all('AWS::CodeDeploy::DeploymentGroup');
    expect(released).toHaveLength(groups);
    expect(released.every(({ path }) => path.startsWith('Api/'))).toBe(true);
    for (const { path, properties } of released)
      expect(properties.DeploymentConfigName, path).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
  });

  test('goes back to the old version by itself when the new one fails, whatever the old one does', () => {
    for (const { path, properties } of all('AWS::CodeDeploy::DeploymentGroup')) {
      const { AutoRollbackConfiguration, AlarmConfiguration } = properties;
      expect(AutoRollbackConfiguration.Events, path).toContain('DEPLOYMENT_STOP_ON_ALARM');
      const alarms = AlarmConfiguration.Alarms.map(({ Name }: { Name: unknown }) => nameOf(Name));
      expect(alarms, path).toEqual(Array(3).fill('ReleasesFailures'));
    }
    const ending = all('AWS::CloudWatch::Alarm').filter(({ stack }) => stack !== 'Operations');
    expect(ending).toHaveLength(3);
    const counted: unknown[] = [];
    for (const { path, properties } of ending) {
      expect(properties).toMatchObject({ EvaluationPeriods: 1, TreatMissingData: 'notBreaching' });
      const metrics = (properties.Metrics ?? [{ MetricStat: { Metric: properties } }]).flatMap(
        ({ MetricStat }: { readonly MetricStat?: { readonly Metric: MetricOfAlarm } }) =>
          MetricStat?.Metric ?? [],
      );
      const named = (metric: MetricOfAlarm) => metric.Dimensions.map(({ Name }) => Name);
      const errors = ['ExecutedVersion', 'FunctionName', 'Resource'];
      for (const [index, each] of metrics.map(named).entries())
        expect(each, path).toEqual(index % 2 === 0 ? errors : ['Version']);
      counted.push(...metrics);
      for (const { Name, Value } of metrics.flatMap(({ Dimensions }: MetricOfAlarm) => Dimensions))
        if (Name.endsWith('Version'))
          expect(JSON.stringify(Value), path).toMatch(/CurrentVersion.+"Version"/);
    }
    expect(counted).toHaveLength(2 * groups);
  });

  test('counts the failed calls of a version by the log of its function', () => {
    const filters = all('AWS::Logs::MetricFilter').filter(({ path }) => path.startsWith('Api/Releases/'));
    expect(filters).toHaveLength(groups);
    for (const { properties } of filters)
      expect(properties).toMatchObject({
        FilterPattern: '{ ($.message.event = "call.ended") && ($.message.status = 500) }',
        MetricTransformations: [{ Dimensions: [{ Key: 'Version', Value: '$.message.version' }] }],
      });
  });

  test('keeps earlier versions, so that an alias can be pointed back to one', () => {
    const versions = all('AWS::Lambda::Version');
    expect(versions).toHaveLength(functionsWithAlias);
    for (const { path, deletionPolicy } of versions)
      expect(deletionPolicy, path).toBe('RetainExceptOnCreate');
  });

  test('changes a trial immediately and without alarms', () => {
    const types = cloud({ releases: 'at-once' }).map(({ type }) => type);
    expect(types).toContain('AWS::Lambda::Alias');
    expect(types).not.toContain('AWS::CodeDeploy::DeploymentGroup');
  });
});
