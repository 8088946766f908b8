import { describe, expect, test } from 'vitest';
import type { Contract } from '../../shared/api/contract.ts';
import { contracts } from '../../shared/api/contracts.ts';
import { cloud, production, type Resource } from './cloud.ts';
import { nameOf } from './permissions.ts';

interface Statement {
  readonly AndStatement?: { readonly Statements: readonly Statement[] };
  readonly NotStatement?: object;
  readonly ManagedRuleGroupStatement?: { readonly RuleActionOverrides?: readonly object[] };
  readonly RateBasedStatement?: { readonly ScopeDownStatement: Statement };
}

interface Rule {
  readonly Name: string;
  readonly Action?: object;
  readonly OverrideAction?: object;
  readonly Statement: Statement;
  readonly VisibilityConfig: object;
}

/** Letters that take most bytes: three each. */
const letters = (count: number) => '漢'.repeat(count);
const [username, password] = [letters(128), letters(256)];
const id = 'x'.repeat(64);
/** All answers together. */
const answer = { essay: letters(13_000) };

/** The largest bodies that calls accept. */
const largestBodies: Readonly<Record<string, object>> = {
  'POST /public/signup': { username, password },
  'POST /public/confirm': { username, code: letters(16) },
  'POST /public/login': { username, password },
  'POST /public/resend-confirm': { username },
  'POST /public/forgot-password': { username },
  'POST /public/reset-password': { username, password, confirm_password: password, id: letters(64) },
  'POST /api/account/password': { current_password: password, password, confirm_password: password },
  'POST /api/account/address': { username, current_password: password },
  'POST /api/account/address/confirm': { code: letters(16), current_code: letters(16) },
  'POST /api/account/deletion': { current_password: password },
  'PUT /api/last-page': { last_page: `/${'x'.repeat(63)}` },
  'PUT /api/answer': { answer, resolved: Array.from({ length: 1000 }, () => id) },
  'POST /api/web-status': { web_status: 'validating' },
  'POST /api/validations': {
    validations: Object.fromEntries(Array.from({ length: 130 }, (_, key) => [`k${key}`, [letters(290)]])),
  },
  'PUT /api/reminders': { are_wanted: false },
  'POST /api/withdrawal': { current_password: password },
  'PUT /api/add-another': { button_id: id, num_components: 10 },
  'PUT /api/tabs': { tab_id: id, chosen_tab: id },
  'POST /api/presigned-url': { answer_key: id },
  'POST /api/pdf/document-answer/{answer_key}': { file_key: letters(300), file_name: letters(255) },
  'POST /public/tmp': { answer },
  'POST /public/trouble': {
    ...{ page: letters(100), name: letters(100), message: letters(500), stack: letters(2000) },
  },
  'POST /api/staff/checklist': {
    rows: Array.from({ length: 20 }, (_, line) => ({
      ...{ line, applicant: letters(320), item: letters(320), date: letters(320) },
    })),
    ...{ is_preview: false, is_undo: false },
  },
  'PUT /api/staff/applications/{applicant}/checklist/{item}': { day: '2027-03-09' },
  'POST /api/staff/applications/{applicant}/notes': { text: letters(4000) },
  'POST /api/staff/settings': {
    ...{ base: 999_999, change: { set: { help: letters(13_000) } }, note: letters(200) },
    confirmed: Array.from({ length: 100 }, () => letters(100)),
  },
};

const { resources: blocking } = production();
const counting = () => cloud({ firewall: 'count' });

const only = (resources: readonly Resource[], type: string) => {
  const found = resources.filter((each) => each.type === type);
  expect(found).toHaveLength(1);
  return found[0]?.properties;
};
const rulesOf = (resources: readonly Resource[]): readonly Rule[] =>
  only(resources, 'AWS::WAFv2::WebACL').Rules;

const byCookie = (Name: string) => ({
  AggregateKeyType: 'CUSTOM_KEYS',
  CustomKeys: [{ Cookie: { Name, TextTransformations: [{ Priority: 0, Type: 'NONE' }] } }],
});

/** The action on a request that matches a rule. */
const actionOf = ({ Action, OverrideAction }: Rule) => Object.keys(Action ?? OverrideAction ?? {}).join();

describe('firewall', () => {
  test('the setting `count` counts what every rule finds, and blocks nothing', () => {
    expect(rulesOf(counting()).map((rule) => [rule.Name, actionOf(rule)])).toEqual([
      ['AWSManagedRulesAmazonIpReputationList', 'Count'],
      ['AWSManagedRulesCommonRuleSet', 'Count'],
      ['large-bodies', 'Count'],
      ['AWSManagedRulesKnownBadInputsRuleSet', 'Count'],
      ['account-calls', 'Count'],
      ['session-calls', 'Count'],
      ['staff-calls', 'Count'],
    ]);
  });

  test('a new deployment blocks, except for what the common rule set thinks of a body: essays are free text', () => {
    expect(rulesOf(blocking()).map((rule) => [rule.Name, actionOf(rule)])).toEqual([
      ['AWSManagedRulesAmazonIpReputationList', 'None'],
      ['AWSManagedRulesCommonRuleSet', 'None'],
      ['large-bodies', 'Block'],
      ['AWSManagedRulesKnownBadInputsRuleSet', 'None'],
      ['account-calls', 'Block'],
      ['session-calls', 'Block'],
      ['staff-calls', 'Block'],
    ]);
    const common = rulesOf(blocking()).find(({ Name }) => Name === 'AWSManagedRulesCommonRuleSet');
    expect(common?.Statement.ManagedRuleGroupStatement?.RuleActionOverrides).toEqual(
      ['SizeRestrictions', 'CrossSiteScripting', 'EC2MetaDataSSRF', 'GenericLFI', 'GenericRFI'].map(
        (name) => ({
          Name: `${name}_BODY`,
          ActionToUse: { Count: {} },
        }),
      ),
    );
  });

  test('own rules read a path as the API does: decoded and without detours', () => {
    const paths = JSON.stringify(rulesOf(blocking())).match(/"TextTransformations":\[[^\]]*\]/g);
    const ofCookies = '"TextTransformations":[{"Priority":0,"Type":"NONE"}]';
    expect(paths?.length).toBeGreaterThan(5);
    expect([...new Set(paths)].filter((each) => each !== ofCookies)).toEqual([
      '"TextTransformations":[{"Priority":0,"Type":"URL_DECODE"},{"Priority":1,"Type":"NORMALIZE_PATH"}]',
    ]);
  });

  test('each rule has its own metric, and none keeps samples, which would contain tokens', () => {
    for (const { Name, VisibilityConfig } of rulesOf(blocking()))
      expect(VisibilityConfig).toEqual({
        MetricName: Name,
        CloudWatchMetricsEnabled: true,
        SampledRequestsEnabled: false,
      });
  });

  test('the log keeps what a rule found for three months, without secrets and with masked addresses', () => {
    const logging = only(blocking(), 'AWS::WAFv2::LoggingConfiguration');
    expect(nameOf(logging.ResourceArn)).toBe('FirewallAcl');
    expect(nameOf(logging.LogDestinationConfigs[0])).toBe(
      'arn:aws:logs:us-east-1:AWS::AccountId:log-group:FirewallLog',
    );
    expect(logging.RedactedFields).toEqual([
      { QueryString: {} },
      { SingleHeader: { Name: 'cookie' } },
      { SingleHeader: { Name: 'authorization' } },
    ]);
    expect(logging.LoggingFilter).toMatchObject({
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Conditions: ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map((Action) => ({
            ActionCondition: { Action },
          })),
        },
      ],
    });
    const log = blocking().find(({ path }) => path === 'Edge/Firewall/Log/Resource')?.properties;
    expect(log).toMatchObject({ LogGroupName: 'aws-waf-logs-matricula-prod', RetentionInDays: 90 });
    expect(JSON.stringify(log.DataProtectionPolicy)).toContain('data-identifier/IpAddress');
  });
});

/** The paths that the statements inside a rule match, by their beginning. */
const beginningsIn = (statement: unknown): readonly string[] =>
  [...JSON.stringify(statement).matchAll(/"SearchString":"([^"]+)"/g)].map(([, path = '']) => path);

const ruleNamed = (name: string) => {
  const found = rulesOf(blocking()).find(({ Name }) => Name === name);
  if (found === undefined) throw new Error(`There is no rule ${name}.`);
  return found;
};

describe('large bodies', () => {
  const calls = Object.values(contracts).flatMap((group): readonly Contract[] => Object.values(group));
  const [label, exceptions] = ruleNamed('large-bodies').Statement.AndStatement?.Statements ?? [];
  const mayBeLarge = beginningsIn(exceptions);
  const passes = (path: string) => mayBeLarge.some((beginning) => path.startsWith(beginning));

  test('bodies over 8 KB are blocked on every path but those of calls that accept them', () => {
    expect(label).toEqual({
      LabelMatchStatement: {
        Key: 'awswaf:managed:aws:core-rule-set:SizeRestrictions_Body',
        Scope: 'LABEL',
      },
    });
    expect(exceptions).toHaveProperty('NotStatement.Statement.OrStatement');
    const passing = calls.filter(({ route }) => passes(route.path));
    expect([...new Set(passing.map(({ route }) => route.path.split('{', 1)[0]))].toSorted()).toEqual([
      '/api/answer',
      '/api/staff/applications/',
      '/api/staff/checklist',
      '/api/staff/settings',
      '/api/staff/settings/versions',
      '/api/validations',
      '/public/tmp',
      '/public/trouble',
    ]);
  });

  test('the largest body that each call accepts passes', () => {
    const withBody = calls.filter((call) => call.body !== undefined);
    expect(withBody.map(({ route }) => `${route.method} ${route.path}`).toSorted()).toEqual(
      Object.keys(largestBodies).toSorted(),
    );
    for (const { route, body } of withBody) {
      const name = `${route.method} ${route.path}`;
      const largest = largestBodies[name];
      expect([name, body?.safeParse(largest).error]).toEqual([name, undefined]);
      const isSmall = Buffer.byteLength(JSON.stringify(largest)) <= 8192;
      expect([name, isSmall || passes(route.path)]).toEqual([name, true]);
    }
  });
});

describe('limits', () => {
  test.each([
    [
      'account-calls',
      300,
      { AggregateKeyType: 'IP' },
      ['/public/', '/api/staff/sign-in', '/public/settings'],
    ],
    ['session-calls', 3000, byCookie('__Host-session'), ['/api/']],
    ['staff-calls', 900, byCookie('__Host-staff'), ['/api/staff/']],
  ])('the rule %s allows %i calls in five minutes', (name, limit, counted, paths) => {
    const { RateBasedStatement } = ruleNamed(name).Statement;
    expect(RateBasedStatement).toMatchObject({ Limit: limit, EvaluationWindowSec: 300, ...counted });
    expect(beginningsIn(RateBasedStatement)).toEqual(paths);
  });

  test('pages that read the published settings make no account calls', () => {
    const scope = ruleNamed('account-calls').Statement.RateBasedStatement?.ScopeDownStatement;
    const [, settings] = scope?.AndStatement?.Statements ?? [];
    expect(beginningsIn(settings?.NotStatement)).toEqual(['/public/settings']);
  });

  test('a call beyond a limit gets the message that the page shows, and waits a minute', () => {
    for (const name of ['account-calls', 'session-calls', 'staff-calls'])
      expect(ruleNamed(name).Action).toEqual({
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'too-many',
            ResponseHeaders: [{ Name: 'retry-after', Value: '60' }],
          },
        },
      });
    expect(only(blocking(), 'AWS::WAFv2::WebACL').CustomResponseBodies['too-many']).toEqual({
      ContentType: 'APPLICATION_JSON',
      Content: '{"message":"Too many attempts. Please wait and try again."}',
    });
  });
});
