/**
 * AWS WAF evaluates the rules of a web ACL in their order, before anything else sees the request:
 * https://docs.aws.amazon.com/waf/latest/developerguide/web-acl-processing.html
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based.html
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-size-constraint-match.html
 */
import { describe, expect, it } from 'vitest';
import { type Resources, resourcesOf, startRefused, withFixture } from './fixture.ts';

let time = Date.now();

const field = (FieldToMatch: object, ...types: readonly string[]) => ({
  FieldToMatch,
  TextTransformations: types.map((Type, Priority) => ({ Type, Priority })),
});

const startsWith = (SearchString: string) => ({
  ByteMatchStatement: {
    SearchString,
    PositionalConstraint: 'STARTS_WITH',
    ...field({ UriPath: {} }, 'URL_DECODE', 'NORMALIZE_PATH'),
  },
});

const rule = (Name: string, Priority: number, Statement: object, actions: object) => ({
  ...{ Name, Priority, Statement, VisibilityConfig: { MetricName: Name } },
  ...actions,
});

const rules = [
  rule(
    'flood',
    3,
    {
      RateBasedStatement: {
        Limit: 10,
        EvaluationWindowSec: 60,
        AggregateKeyType: 'IP',
        ScopeDownStatement: startsWith('/api/do/count'),
      },
    },
    { Action: { Block: {} } },
  ),
  rule(
    'core',
    0,
    {
      ManagedRuleGroupStatement: {
        VendorName: 'AWS',
        Name: 'AWSManagedRulesCommonRuleSet',
        RuleActionOverrides: [{ Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } }],
      },
    },
    { OverrideAction: { None: {} } },
  ),
  rule(
    'large-bodies',
    1,
    {
      AndStatement: {
        Statements: [
          {
            LabelMatchStatement: {
              Scope: 'LABEL',
              Key: 'awswaf:managed:aws:core-rule-set:SizeRestrictions_Body',
            },
          },
          { NotStatement: { Statement: startsWith('/api/do/echo') } },
        ],
      },
    },
    { Action: { Block: {} } },
  ),
  rule(
    'long-agents',
    2,
    {
      SizeConstraintStatement: {
        ComparisonOperator: 'GT',
        Size: 100,
        ...field({ SingleHeader: { Name: 'User-Agent' } }, 'NONE'),
      },
    },
    { Action: { Count: {} } },
  ),
];

/** Blocks with JSON and Retry-After if one cookie exceeds its rate. */
const busyCookie = rule(
  'busy-cookie',
  4,
  {
    RateBasedStatement: {
      Limit: 10,
      EvaluationWindowSec: 60,
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ Cookie: { Name: 'who', TextTransformations: [{ Type: 'NONE', Priority: 0 }] } }],
    },
  },
  {
    Action: {
      Block: {
        CustomResponse: {
          ResponseCode: 429,
          CustomResponseBodyKey: 'wait',
          ResponseHeaders: [{ Name: 'retry-after', Value: '60' }],
        },
      },
    },
  },
);

const withRules = (Rules: readonly object[]) => (resources: Resources) => {
  const [distribution] = resourcesOf(resources, 'AWS::CloudFront::Distribution');
  if (distribution === undefined) return;
  const config = distribution.Properties.DistributionConfig as { WebACLId?: object };
  config.WebACLId = { 'Fn::GetAtt': ['Acl', 'Arn'] };
  const VisibilityConfig = { MetricName: 'acl' };
  const CustomResponseBodies = { wait: { ContentType: 'APPLICATION_JSON', Content: '{"message":"Wait."}' } };
  const Properties = {
    Scope: 'CLOUDFRONT',
    DefaultAction: { Allow: {} },
    VisibilityConfig,
    Rules,
    CustomResponseBodies,
  };
  resources.Acl = { Type: 'AWS::WAFv2::WebACL', Properties };
  resources.Counted = alarmAbout('CountedRequests', 'long-agents');
  resources.Blocked = alarmAbout('BlockedRequests', 'ALL');
};
/** An alarm that fires as soon as the metric of a rule is above zero. */
const alarmAbout = (MetricName: string, rule: string) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Metadata: { 'aws:cdk:path': `App/${MetricName}/Resource` },
  Properties: {
    ...{
      Namespace: 'AWS/WAFV2',
      MetricName,
      Period: 60,
      Statistic: 'Sum',
      EvaluationPeriods: 1,
      Threshold: 0,
    },
    ...{ ComparisonOperator: 'GreaterThanThreshold', TreatMissingData: 'notBreaching', AlarmDescription: '' },
    Dimensions: Object.entries({ WebACL: 'acl', Rule: rule }).map(([Name, Value]) => ({ Name, Value })),
  },
});
const firing = () =>
  fixture()
    .cloud.alarms()
    .filter(({ state, path }) => state === 'ALARM' && path.includes('Requests'))
    .map(({ name }) => name);
const fixture = withFixture({ change: withRules([...rules, busyCookie]), now: () => time });

const ask = async (path: string, init: RequestInit = {}) =>
  (await fetch(fixture().cloud.url + path, { method: 'POST', ...init })).status;
const found = () => fixture().cloud.firewallMatches().at(-1);

describe('a web ACL', () => {
  it('counts requests by rule and by what it did with them (waf-metrics.html)', async () => {
    expect(firing()).toEqual([]);
    await ask('/api/do/echo', { headers: { 'user-agent': 'x'.repeat(101) } });
    expect(firing()).toEqual(['CountedRequests']);
    await ask(`/api/do/echo?q=${'x'.repeat(2050)}`);
    expect(firing()).toEqual(['CountedRequests', 'BlockedRequests']);
  });

  it('blocks an address that makes more requests in the window than the limit, until they are past', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push(await ask('/api/do/count'));
    expect(statuses).toEqual([...Array(10).fill(200), 403]);
    expect(found()).toEqual({ rule: 'flood', action: 'BLOCK', path: '/api/do/count' });
    expect(await ask('/api//do/%63ount')).toBe(403);
    expect(await ask('/api/do/echo')).toBe(200);
    time += 61_000;
    expect(await ask('/api/do/count')).toBe(200);
  });

  it('counts by a cookie, answers as the rule says, and leaves requests without that cookie alone', async () => {
    const call = (cookie: string) =>
      fetch(`${fixture().cloud.url}/api/do/echo`, { method: 'POST', headers: { cookie } });
    for (let n = 0; n < 10; n++) expect((await call('a=1; who=ada')).status).toBe(200);
    const refused = await call('who=ada');
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      429,
      '60',
      '{"message":"Wait."}',
    ]);
    expect(found()).toEqual({ rule: 'busy-cookie', action: 'BLOCK', path: '/api/do/echo' });
    expect((await call('who=bea')).status).toBe(200);
    for (let n = 0; n < 11; n++) expect((await call('someone=ada')).status).toBe(200);
    time += 61_000;
    expect((await call('who=ada')).status).toBe(200);
  });

  it('blocks a body over 8 KB where the label of the counted rule is matched, and nowhere else', async () => {
    const body = 'x'.repeat(8193);
    expect(await ask('/api/do/cookies', { body })).toBe(403);
    expect(found()).toMatchObject({ rule: 'large-bodies', action: 'BLOCK' });
    expect(await ask('/api/do/echo', { body })).toBe(200);
    expect(await ask('/api/do/cookies', { body: 'x'.repeat(8192) })).toBe(201);
  });

  it('blocks long queries and paths by the core rule set', async () => {
    expect(await ask(`/api/do/echo?q=${'x'.repeat(2050)}`)).toBe(403);
    expect(await ask(`/api/do/${'x'.repeat(1025)}`)).toBe(403);
    expect(found()).toMatchObject({ rule: 'core' });
  });

  it('only counts what a rule is to count', async () => {
    expect(await ask('/api/do/echo', { headers: { 'user-agent': 'x'.repeat(101) } })).toBe(200);
    expect(found()).toEqual({ rule: 'long-agents', action: 'COUNT', path: '/api/do/echo' });
  });

  it('stops the start when a rule counts by what is not counted here', async () => {
    const RateBasedStatement = {
      Limit: 10,
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ HTTPMethod: {} }],
    };
    const change = withRules([rule('methods', 0, { RateBasedStatement }, { Action: { Block: {} } })]);
    await expect(startRefused(fixture(), change)).rejects.toThrow(
      'App/Acl counts by CUSTOM_KEYS; the local cloud counts by IP or by one cookie.',
    );
  });

  it('stops the start when a rule cannot be evaluated here', async () => {
    const GeoMatchStatement = { CountryCodes: ['US'] };
    const change = withRules([rule('abroad', 0, { GeoMatchStatement }, { Action: { Block: {} } })]);
    await expect(startRefused(fixture(), change)).rejects.toThrow(
      'App/Acl has a rule with GeoMatchStatement, which the local cloud does not serve.',
    );
  });
});
