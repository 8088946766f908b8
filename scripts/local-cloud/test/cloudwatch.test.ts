import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { afterAll, describe, expect, it } from 'vitest';
import { Assembly } from '../assembly/assembly.ts';
import { CloudWatch } from '../cloudwatch/service.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const minute = 60_000;
const group = '/app/log';
const start = Date.UTC(2027, 0, 15, 17);

interface Watched {
  readonly pattern?: IFilterPattern | string;
  readonly value?: string;
  readonly dimensions?: Readonly<Record<string, string>>;
  readonly metric?: Metric | MathExpression;
  readonly threshold?: number;
  readonly periods?: number;
  readonly enough?: number;
}

const logged = (statistic = 'Sum') =>
  new Metric({ namespace: 'App', metricName: 'Lines', statistic, period: Duration.minutes(5) });

/** CloudWatch with one metric filter over one log, and one alarm. */
function cloudWatch(watched: Watched = {}, timeScale = 1): CloudWatch {
  const { pattern = FilterPattern.stringValue('$.message.event', '=', 'broken'), value = '1' } = watched;
  const { metric = logged(), threshold = 0, periods = 1, enough, dimensions } = watched;
  const outdir = mkdtempSync(join(tmpdir(), 'alarms-'));
  folders.push(outdir);
  const app = new App({ outdir, context: { 'aws:cdk:enable-path-metadata': true } });
  const stack = new Stack(app, 'App');
  const filterPattern = typeof pattern === 'string' ? { logPatternString: pattern } : pattern;
  new MetricFilter(stack, 'Filter', {
    ...{ filterPattern, metricNamespace: 'App', metricName: 'Lines', metricValue: value },
    logGroup: new LogGroup(stack, 'Log', { logGroupName: group }),
    ...(dimensions && { dimensions }),
  });
  new Alarm(stack, 'Broken', {
    ...{ metric, threshold, evaluationPeriods: periods },
    ...(enough !== undefined && { datapointsToAlarm: enough }),
    alarmDescription: 'Something is broken.',
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  app.synth();
  const service = new CloudWatch(new Assembly(outdir), timeScale);
  service.close();
  return service;
}

const stateAt = (service: CloudWatch, at: number) => service.alarms(at)[0]?.state;
const line = (message: unknown) => ({ timestamp: '', level: 'ERROR', requestId: '', message });

/** True if a filter with this pattern counts a line. */
const counts = (pattern: string, message: unknown) => {
  const service = cloudWatch({ pattern });
  service.readLine(group, line(message), start);
  return stateAt(service, start) === 'ALARM';
};

describe('metric filters (FilterAndPatternSyntaxForMetricFilters.html)', () => {
  it.each([
    ['{ $.message.event = "broken" }', { event: 'broken' }, true],
    ['{ $.message.event = "broken" }', { event: 'broken again' }, false],
    ['{ $.message.event = "broken" }', '{"event":"broken"}', false],
    ['{ $.message.error.name = "Limit" }', { error: { name: 'Limit' } }, true],
    ['{ $.message.error.name = "Limit" }', {}, false],
    ['{ $.message.error.name != "Limit" }', { error: { name: 'Other' } }, true],
    ['{ $.message.error.name != "Limit" }', { error: { name: 'Limit' } }, false],
    ['{ $.message.status >= 500 }', { status: 503 }, true],
    ['{ $.message.status >= 500 }', { status: '503' }, false],
    ['{ ($.message.event = "call") && ($.message.status = 503) }', { event: 'call', status: 503 }, true],
    ['{ ($.message.event = "call") && ($.message.status = 503) }', { event: 'call', status: 200 }, false],
    ['{ ($.message.event = "a") || ($.message.event = "b c") }', { event: 'b c' }, true],
    ['{ $.message.a = 1 || $.message.b = 1 && $.message.c = 1 }', { a: 1 }, true],
    ['{ ($.message.a = 1 || $.message.b = 1) && $.message.c = 1 }', { a: 1 }, false],
  ])('the pattern %s and the message %j', (pattern, message, isCounted) => {
    expect(counts(pattern, message)).toBe(isCounted);
  });

  it.each([
    '{ $.message.event = "bro*" }',
    '{ $.message.error NOT EXISTS }',
    '{ $.message.list[0] = 1 }',
    '{ $.message.event = "a" ',
    'ERROR',
    '[ip, user]',
    '',
  ])('refuse the pattern %j instead of counting nothing', (pattern) => {
    expect(() => cloudWatch({ pattern })).toThrow(
      /App\/Filter\/Resource has the filter pattern .* cannot evaluate/,
    );
  });

  it('count the lines of their own log', () => {
    const service = cloudWatch();
    service.readLine('/app/another', line({ event: 'broken' }), start);
    expect(stateAt(service, start)).toBe('OK');
  });

  it('take a number from the line, and nothing from a line without it', () => {
    const pattern = '{ $.message.event = "sent" }';
    const service = cloudWatch({
      pattern,
      value: '$.message.minutes',
      metric: logged('Maximum'),
      threshold: 60,
    });
    service.readLine(group, line({ event: 'sent', minutes: 60 }), start);
    service.readLine(group, line({ event: 'sent' }), start);
    service.readLine(group, line({ event: 'sent', minutes: 'many' }), start);
    expect(stateAt(service, start)).toBe('OK');
    service.readLine(group, line({ event: 'sent', minutes: 61 }), start);
    expect(stateAt(service, start)).toBe('ALARM');
  });

  it('take dimensions from the line, and count no line without them', () => {
    const service = cloudWatch({
      dimensions: { Version: '$.message.version' },
      metric: logged().with({ dimensionsMap: { Version: '42' } }),
    });
    service.readLine(group, line({ event: 'broken', version: '41' }), start);
    service.readLine(group, line({ event: 'broken' }), start);
    expect(stateAt(service, start)).toBe('OK');
    service.readLine(group, line({ event: 'broken', version: '42' }), start);
    expect(stateAt(service, start)).toBe('ALARM');
  });
});

describe('alarms (alarm-evaluation.html)', () => {
  const broken = (service: CloudWatch, at: number) => service.readLine(group, line({ event: 'broken' }), at);

  it('fire above their threshold, not at it, and end with the period', () => {
    const service = cloudWatch({ threshold: 1 });
    broken(service, start);
    expect(stateAt(service, start)).toBe('OK');
    broken(service, start + 1);
    expect(service.alarms(start + 1)).toMatchObject([
      { name: 'Broken', text: 'Something is broken.', state: 'ALARM', firedAt: start + 1 },
    ]);
    expect(stateAt(service, start + 4 * minute)).toBe('ALARM');
    expect(stateAt(service, start + 5 * minute)).toBe('OK');
  });

  it('keep the time when they last fired', () => {
    const service = cloudWatch();
    broken(service, start);
    expect(service.alarms(start)[0]?.firedAt).toBe(start);
    expect(service.alarms(start + minute)[0]?.firedAt).toBe(start);
    expect(service.alarms(start + 6 * minute)[0]).toMatchObject({ state: 'OK', firedAt: start });
    broken(service, start + 7 * minute);
    expect(service.alarms(start + 7 * minute)[0]).toMatchObject({
      state: 'ALARM',
      firedAt: start + 7 * minute,
    });
  });

  it('wait for as many periods as they evaluate, or as many of them as they need', () => {
    const fires = (watched: Watched) => {
      const service = cloudWatch(watched);
      broken(service, start);
      const first = stateAt(service, start);
      broken(service, start + 6 * minute);
      return [first, stateAt(service, start + 6 * minute)];
    };
    expect(fires({ periods: 1 })).toEqual(['ALARM', 'ALARM']);
    expect(fires({ periods: 2 })).toEqual(['OK', 'ALARM']);
    expect(fires({ periods: 3 })).toEqual(['OK', 'OK']);
    expect(fires({ periods: 3, enough: 2 })).toEqual(['OK', 'ALARM']);
  });

  it('have shorter periods with a time scale', () => {
    const service = cloudWatch({}, 60);
    broken(service, start);
    expect(stateAt(service, start + 4_999)).toBe('ALARM');
    expect(stateAt(service, start + 5_000)).toBe('OK');
  });

  it('compute the statistics of Statistics-definitions.html', () => {
    const count = (metric: Metric, threshold: number) => {
      const service = cloudWatch({ metric, threshold });
      for (let value = 1; value <= 200; value += 1)
        service.count(
          { namespace: 'AWS/ApiGateway', name: 'Latency', dimensions: { ApiId: 'a' } },
          value,
          start,
        );
      return stateAt(service, start);
    };
    const latency = (statistic: string, ApiId = 'a') =>
      new Metric({
        ...{ namespace: 'AWS/ApiGateway', metricName: 'Latency', statistic, period: Duration.minutes(5) },
        dimensionsMap: { ApiId },
      });
    expect([count(latency('p99'), 197), count(latency('p99'), 198)]).toEqual(['ALARM', 'OK']);
    expect([count(latency('Average'), 100), count(latency('Average'), 101)]).toEqual(['ALARM', 'OK']);
    expect([count(latency('Maximum'), 199), count(latency('Maximum'), 200)]).toEqual(['ALARM', 'OK']);
    expect(count(latency('Maximum', 'b'), 0)).toBe('OK');
  });
});

describe('metric math (using-metric-math.html)', () => {
  const state = (name: string) =>
    new Metric({ namespace: 'AWS/States', metricName: name, statistic: 'Sum', period: Duration.minutes(5) });
  const total = (expression: string) =>
    new MathExpression({
      expression,
      usingMetrics: { m1: state('ExecutionsFailed'), m2: state('ExecutionsTimedOut') },
      period: Duration.minutes(5),
    });

  it('adds filled metrics when one has no values', () => {
    const service = cloudWatch({ metric: total('FILL(m1, 0) + FILL(m2, 0)') });
    expect(stateAt(service, start)).toBe('OK');
    service.count({ namespace: 'AWS/States', name: 'ExecutionsTimedOut', dimensions: {} }, 1, start);
    expect(stateAt(service, start)).toBe('ALARM');
  });

  it.each(['m1 + m2', 'SUM([m1, m2])', 'FILL(m1, REPEAT) + FILL(m2, 0)'])('refuses %s', (expression) => {
    expect(() => cloudWatch({ metric: total(expression) })).toThrow(
      'App/Broken/Resource watches what the local cloud cannot evaluate',
    );
  });

  it('refuses an alarm about a metric that nothing counts here', () => {
    const metric = new Metric({ namespace: 'AWS/Kinesis', metricName: 'IncomingBytes' });
    expect(() => cloudWatch({ metric })).toThrow(
      'AWS/Kinesis IncomingBytes, which the local cloud does not count',
    );
  });
});
