import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

type Rule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>;
type Statement = CfnWebACL.StatementProperty;

/** The value of the dimension WebACL of the firewall's metrics. */
export const firewallMetric = 'admissions';

/** Blocks known attackers and floods before they cost a function call. */
export const firewall = (scope: Construct, id: string) =>
  new CfnWebACL(scope, id, {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(firewallMetric),
    rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
  });

const visibility = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false, // samples would keep queries, and those hold tokens
});

const startsWith = (searchString: string): Statement => ({
  byteMatchStatement: {
    searchString,
    positionalConstraint: 'STARTS_WITH',
    fieldToMatch: { uriPath: {} },
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const managed = (name: string, counted: readonly string[] = []): Rule => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      // CloudFormation has rejected an empty list.
      ...(counted.length > 0 && {
        ruleActionOverrides: counted.map((each) => ({ name: each, actionToUse: { count: {} } })),
      }),
    },
  },
});

/**
 * Pages of answers are larger than 8 KB, so there the limit of the common rule set only counts. Elsewhere it blocks.
 */
const largeBodies: Rule = {
  name: 'large-bodies',
  action: { block: {} },
  statement: {
    andStatement: {
      statements: [
        {
          labelMatchStatement: {
            scope: 'LABEL',
            key: 'awswaf:managed:aws:core-rule-set:SizeRestrictions_Body',
          },
        },
        {
          notStatement: {
            statement: { orStatement: { statements: ['/api/answer', '/public/'].map(startsWith) } },
          },
        },
      ],
    },
  },
};

const accountCalls: Rule = {
  name: 'account-calls',
  action: { block: {} },
  statement: {
    rateBasedStatement: {
      limit: 300, // in five minutes: a school's computer room shares one address
      evaluationWindowSec: 300,
      aggregateKeyType: 'IP',
      scopeDownStatement: startsWith('/public/'),
    },
  },
};

const rules = [
  managed('AWSManagedRulesAmazonIpReputationList'),
  managed('AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY']),
  largeBodies,
  managed('AWSManagedRulesKnownBadInputsRuleSet'),
  accountCalls,
];
