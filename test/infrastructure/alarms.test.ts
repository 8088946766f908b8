import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { routes } from '../../shared/api/routes.ts';
import { withDeliveries } from '../support/delivery-settings.ts';
import { cloud, production, type Resource, resourcesOfType } from './cloud.ts';
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
  const groups = Object.keys(routes);
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

  test.each(entries)('names the impact, the diagnosis, the fix and the end of $anchor', ({ body }) => {
    const parts = [...body.matchAll(/^\*\*(.+?)\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Impact.', 'Diagnose.', 'Fix.', 'Resolved when']);
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

  test('finds each of them among all resources of its stack', async () => {
    const [, shell = ''] = /```sh\n(STAGE=prod.+?)```/s.exec(text) ?? [];
    const wanted = [...new Set(uses.map(([, stack, name]) => `${stack} ${name}`))];
    // Replaces the AWS CLI: prints two columns, as the CLI does for this query over all pages of the list.
    const ROWS = blocking()
      .map(({ stack, id }) => `Matricula-prod-${stack} ${id}\t${stack}/${id}`)
      .join('\n');
    const aws = `aws() { case "$*" in *'--output text --query StackResourceSummaries[].[LogicalResourceId,PhysicalResourceId]')
      echo "$ROWS" | grep "^$4 " | cut -d' ' -f2-;; esac; }`;
    const script = [shell, aws, ...wanted.map((each) => `resource ${each} || true`)].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: { ...process.env, ROWS } });
    const found = stdout.trim().split('\n');
    expect(found.map((each) => each.replace('/', ' ').slice(0, -8))).toEqual(wanted);
  });

  test('names the log of each function that has an alarm', () => {
    const entry = entries.find(({ anchor }) => anchor === 'functions-fail')?.body ?? '';
    const rows = [...entry.matchAll(/^\| `(\S+)` \| `lines (\w+) (\w+)` \|$/gm)]
      .map(([, , stack, log]) => `${stack} ${log}`)
      .flatMap((row) =>
        row.includes('GROUP') ? groups.map((group) => row.replaceAll('GROUP', group)) : row,
      );
    const functions = all('AWS::Lambda::Function');
    const expected = alarms()
      .filter(({ path }) => path.endsWith('FunctionsFail/Resource'))
      .flatMap(({ properties }) => properties.Metrics)
      .flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? [])
      .map(({ Value }) => {
        const its = functions.find((each) => each.id.startsWith(nameOf(Value)));
        return `${its?.stack} ${nameOf(its?.properties.LoggingConfig.LogGroup)}`;
      });
    expect(rows.sort()).toEqual(expected.sort());
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

  test('the runbook names only events that a function writes', () => {
    const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
    const named = [...runbook.matchAll(/`([a-z-]+[. ][a-z-]+)`|message\.event = "(.+?)"/g)]
      .map(([, quoted, searched = '']) => quoted ?? searched)
      .filter((name) => !['error.stack', 'manifest.json'].includes(name));
    expect(named.length).toBeGreaterThan(15);
    for (const name of named)
      expect(source).toMatch(new RegExp(`'${name.replace('.', '\\.').replace('*', '[a-z-]+')}'`));
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

  test('costs what the documents say', () => {
    const metrics = all('AWS::CloudWatch::Alarm').map(
      ({ properties: { Metrics } }) =>
        Metrics?.filter((each: { MetricStat?: object }) => each.MetricStat).length ?? 1,
    );
    const total = metrics.reduce((sum, each) => sum + each, 0);
    expect(readFileSync(join(root, 'docs/costs.md'), 'utf8')).toContain(`alarms on ${total} metrics`);
  });

  test('fires when scheduled functions failed three times within an hour', () => {
    const fired = alarm('ScheduledRunsFail');
    const stats = fired.Metrics.flatMap((each: { MetricStat?: object }) => each.MetricStat ?? []);
    expect(fired.Threshold).toBe(2);
    expect(stats.map(({ Period, Stat }: { Period: number; Stat: string }) => [Period, Stat])).toEqual(
      Array(3).fill([3600, 'Sum']),
    );
    const names = stats.map(({ Metric }: { Metric: { Dimensions: { Value: unknown }[] } }) =>
      nameOf(Metric.Dimensions[0]?.Value),
    );
    expect(names).toEqual(['OutboxFunction', 'NightlyExportFunction', 'UserExportFunction']);
    const time = resources().find(({ path }) => path === 'Delivery/OutboxTime/Resource');
    expect(time?.properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(nameOf(time?.properties.Targets[0].Arn)).toBe('OutboxFunction');
  });

  // Lambda retries an event from a rule, and each failed attempt counts as an error:
  test('about pages that break asks for a reproduction, because anybody can send reports', () => {
    const { AlarmDescription } = alarm('PagesBreak');
    expect(AlarmDescription).toContain('roll back only if it crashes for you too');
    expect(AlarmDescription).not.toContain('after a release, roll back');
  });

  test('about a function that the clock runs counts on how often Lambda repeats a run', () => {
    const retries = all('AWS::Lambda::EventInvokeConfig', blocking()).map(({ properties }) => [
      nameOf(properties.FunctionName),
      properties.Qualifier,
      properties.MaximumRetryAttempts,
    ]);
    expect(retries.sort()).toEqual([
      ['NightlyExportFunction', '$LATEST', 2],
      ['OutboxFunction', '$LATEST', 0],
      ['RetentionFunction', '$LATEST', 0],
      ['UserExportFunction', '$LATEST', 2],
    ]);
  });

  test('over the sum of several metrics fires when one of them has values and the others have none', () => {
    for (const { properties, path } of alarms())
      for (const { Expression } of properties.Metrics ?? [])
        if (Expression) expect(Expression, path).toMatch(/^FILL\(m\d+, 0\)( \+ FILL\(m\d+, 0\))*$/);
  });

  test('watches what the firewall blocks, or the floods that it only counts', () => {
    const watches = (name: string, among: readonly Resource[]) => {
      const [firewall] = all('AWS::WAFv2::WebACL', among);
      const { VisibilityConfig, Rules } = firewall?.properties ?? expect.unreachable();
      const { Namespace, MetricName, Dimensions } = alarm(name, among);
      const [{ Value: rule }, { Value: acl }] = Dimensions;
      expect(acl).toBe(VisibilityConfig.MetricName);
      expect(VisibilityConfig.CloudWatchMetricsEnabled).toBe(true);
      const names = Rules.map(
        (each: { VisibilityConfig: { MetricName: string } }) => each.VisibilityConfig.MetricName,
      );
      expect(['ALL', ...names]).toContain(rule);
      return `${Namespace} ${MetricName} ${rule}`;
    };
    expect(watches('AccountCallsFlood', resources())).toBe('AWS/WAFV2 CountedRequests account-calls');
    expect(watches('RequestsBlocked', blocking())).toBe('AWS/WAFV2 BlockedRequests ALL');
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
