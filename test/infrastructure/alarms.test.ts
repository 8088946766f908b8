import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { withDeliveries } from '../support/delivery-settings.ts';
import { cloud, production, resourcesOfType } from './cloud.ts';
import { nameOf } from './permissions.ts';

const { resources } = production({ firewall: 'count' });
/** With a firewall that blocks instead of only counting. */
const blocking = () => cloud({ firewall: 'block' });
/** With files that are sent by SFTP. */
const sending = () => cloud(withDeliveries('prod'));

const all = (type: string, among = resources()) => resourcesOfType(type, among);

/** The alarms that mail the operators. Alarms that roll back a release send no mail. */
const alarms = (among = resources()) =>
  all('AWS::CloudWatch::Alarm', among).filter(({ stack }) => /Operations$/.test(stack));
const alarm = (name: string, among = resources()) =>
  alarms(among).find(({ path }) => path.endsWith(`Operations/${name}/Resource`))?.properties ??
  expect.unreachable(name);

describe('the runbook', () => {
  const text = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const entries = text
    .split(/^## /m)
    .slice(1)
    .map((each) => ({
      anchor: each.split('\n', 1)[0]?.toLowerCase().replaceAll(' ', '-') ?? '',
      body: each,
    }));
  const named = () =>
    [...alarms(), ...alarms(blocking()), ...alarms(sending())].map(
      ({ properties }) => /docs\/runbook\.md#(.+)$/.exec(properties.AlarmDescription)?.[1],
    );

  test('has an entry for each alarm, and no entry without one', () => {
    expect([...new Set(named())].sort()).toEqual(entries.map(({ anchor }) => anchor).sort());
  });

  const uses = [
    ...text.matchAll(
      /\b(?:lines|resource) (Api|Delivery|Backup|Conversion|ApplicationPdf|Data|Web) (?!\w*GROUP)([A-Z]\w+)/g,
    ),
  ];

  test('names only logs, machines, queues and tables that the stacks have, and one for each name', () => {
    expect(uses.length).toBeGreaterThan(15);
    const found = uses.map(([use, stack, name]) => {
      const ids = blocking()
        .filter((each) => each.stack === stack)
        .map(({ id }) => id);
      return { use, ids: ids.filter((id) => new RegExp(`^${name}[0-9A-F]{8}$`).test(id)) };
    });
    expect(found.filter(({ ids }) => ids.length !== 1)).toEqual([]);
  });
});

describe('lines of logs', () => {
  const source = globSync('lambdas/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const filters = () => all('AWS::Logs::MetricFilter');

  test('each metric filter counts events that a function writes', () => {
    for (const { properties } of filters()) {
      const events = [...properties.FilterPattern.matchAll(/\$\.message\.event = "(.+?)"/g)];
      if (nameOf(properties.LogGroupName) === 'ContractsAccessLog') continue;
      expect(events.length).toBeGreaterThan(0);
      for (const [, event] of events) expect(source).toContain(`'${event}'`);
    }
  });

  test('a call that API Gateway throttles is known by fields of its access log', () => {
    const [filter, ...others] = filters().filter(
      ({ properties }) => nameOf(properties.LogGroupName) === 'ContractsAccessLog',
    );
    expect(others).toEqual([]);
    const fields = [...String(filter?.properties.FilterPattern).matchAll(/\$\.(\w+) =/g)].map(
      ([, field]) => field,
    );
    expect(fields).toEqual(['status', 'integrationLatency']);
    const [stage] = all('AWS::ApiGatewayV2::Stage');
    expect(JSON.parse(stage?.properties.AccessLogSettings.Format)).toMatchObject({
      status: '$context.status',
      integrationLatency: '$context.integrationLatency',
    });
  });

  test('each metric of a filter has an alarm, and each alarm in that namespace a filter', () => {
    const counted = filters()
      .map(({ properties }) => properties.MetricTransformations[0])
      .filter(({ MetricNamespace }) => MetricNamespace === 'Matricula/prod')
      .map(({ MetricName }) => MetricName);
    const watched = alarms()
      .filter(({ properties }) => properties.Namespace === 'Matricula/prod')
      .map(({ properties }) => properties.MetricName);
    expect([...new Set(counted)].sort()).toEqual(watched.sort());
  });
});

describe('an alarm', () => {
  test('belongs to one composite alarm or mails itself, and there are at most 40 in production', () => {
    const composed = all('AWS::CloudWatch::CompositeAlarm').map(({ properties }) => properties);
    expect(composed).toHaveLength(2);
    for (const { AlarmActions, OKActions } of composed)
      expect([AlarmActions.length, OKActions.length]).toEqual([1, 1]);
    for (const { id, path, properties } of alarms()) {
      const rules = composed.filter(({ AlarmRule }) => JSON.stringify(AlarmRule).includes(`"${id}"`));
      expect(rules.length + (properties.AlarmActions?.length ?? 0), path).toBe(1);
      expect(properties.OKActions, path).toBeUndefined();
    }
    expect(all('AWS::CloudWatch::Alarm').length + composed.length).toBeLessThanOrEqual(40);
  });

  test('over the sum of several metrics fires when one of them has values and the others have none', () => {
    for (const { properties, path } of alarms())
      for (const { Expression } of properties.Metrics ?? [])
        if (Expression) expect(Expression, path).toMatch(/^FILL\(m\d+, 0\)( \+ FILL\(m\d+, 0\))*$/);
  });

  test.each(['Applications', 'AuditLog'])(
    'watches the table %s for every operation that a function may call',
    (table) => {
      const isOfTable = (value: unknown) => [value].flat().some((each) => nameOf(each) === table);
      const may = all('AWS::IAM::Policy')
        .filter(({ path }) => !path.startsWith('Backup/Daily/')) // AWS Backup uses none of the throughput
        .flatMap(({ properties }) => properties.PolicyDocument.Statement)
        .filter(({ Resource }: { Resource: unknown }) => isOfTable(Resource))
        .flatMap(({ Action }: { Action: string | string[] }) => [Action].flat())
        .map((action) => action.slice('dynamodb:'.length))
        .filter((action) => action !== 'ConditionCheckItem'); // only ever a part of TransactWriteItems
      type Dimensions = readonly { readonly Name: string; readonly Value: string }[];
      const metrics: readonly {
        readonly MetricStat?: { readonly Metric: { readonly Dimensions: Dimensions } };
      }[] = alarm('TableThrottled').Metrics;
      const watched = metrics
        .map(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? [])
        .filter((dimensions) => dimensions.some(({ Value }) => isOfTable(Value)))
        .flatMap((dimensions) => dimensions.filter(({ Name }) => Name === 'Operation'))
        .map(({ Value }) => Value);
      expect(watched.toSorted()).toEqual([...new Set([...may, 'TransactWriteItems'])].sort());
    },
  );
});

describe('mails', () => {
  test('of the functions are counted when they come back', () => {
    const [destination] = all('AWS::SES::ConfigurationSetEventDestination');
    expect(destination?.properties.EventDestination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ['bounce'],
      CloudWatchDestination: {
        DimensionConfigurations: [
          { DimensionName: 'ses:configuration-set', DimensionValueSource: 'messageTag' },
        ],
      },
    });
    expect(nameOf(alarm('MailsBounce').Dimensions[0].Value)).toBe('MailEventsSet');
    const senders = all('AWS::Lambda::Function').filter(
      ({ properties }) => properties.Environment?.Variables.MAIL_FROM !== undefined,
    );
    expect(senders).toHaveLength(4);
    for (const { properties } of senders)
      expect(nameOf(properties.Environment.Variables.MAIL_CONFIGURATION_SET)).toBe('MailEventsSet');
  });
});
