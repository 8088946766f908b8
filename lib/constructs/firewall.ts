import { ArnFormat, Stack } from 'aws-cdk-lib';
import { DataIdentifier, DataProtectionPolicy } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Deployment } from '../config/index.ts';
import { logGroup } from './log-group.ts';

type Rule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>;
type Statement = CfnWebACL.StatementProperty;
/** Whether the rules only count what they find, or block it. */
export type FirewallMode = Exclude<Deployment['firewall'], 'off'>;

/** The value of the dimension WebACL of the firewall's metrics. */
export const firewallMetric = 'admissions';
/** The rule that limits sign-ups and log-ins from one address. */
export const floodRule = 'account-calls';

/** The answer to calls beyond a rate. The page reads it like one of the API's, and waits. */
const tooMany = {
  key: 'too-many',
  body: {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify({ message: 'Too many attempts. Please wait and try again.' }),
  },
  seconds: 60,
} as const;

export interface FirewallProps {
  readonly mode: FirewallMode;
  readonly stage: string;
}

/** Finds, and in the mode `block` stops, known attackers and floods before they cost a function call. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { mode, stage }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(firewallMetric),
      customResponseBodies: { [tooMany.key]: tooMany.body },
      rules: rulesFor(mode).map((rule, priority) => ({
        ...rule,
        priority,
        visibilityConfig: visibility(rule.name),
      })),
    });
    this.arn = acl.attrArn;
    this.#log(stage);
  }

  /** Only requests that a rule found, without what may contain a secret. Addresses show only to who may unmask them. */
  #log(stage: string) {
    const { logGroupName } = logGroup(this, 'Log', {
      logGroupName: `aws-waf-logs-matricula-${stage}`, // AWS WAF requires the prefix
      dataProtectionPolicy: new DataProtectionPolicy({ identifiers: [DataIdentifier.IPADDRESS] }),
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.arn,
      // AWS WAF does not accept the `:*` at the end of the log group's own ARN.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: [{ queryString: {} }, ...['cookie', 'authorization'].map(header)],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map(action),
          },
        ],
      },
    });
  }
}

const header = (Name: string) => ({ singleHeader: { Name } });
const action = (Action: string) => ({ ActionCondition: { Action } });

const visibility = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false, // samples would keep queries, and those hold tokens
});

/** The path as the API will read it: `/%70ublic//login` is a log-in too. */
const startsWith = (searchString: string): Statement => ({
  byteMatchStatement: {
    searchString,
    positionalConstraint: 'STARTS_WITH',
    fieldToMatch: { uriPath: {} },
    textTransformations: ['URL_DECODE', 'NORMALIZE_PATH'].map((type, priority) => ({ type, priority })),
  },
});

const managed = (mode: FirewallMode, name: string, counted: readonly string[] = []): Rule => ({
  name,
  overrideAction: mode === 'count' ? { count: {} } : { none: {} },
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
 * The rules of the common rule set that read bodies. An essay may quote HTML, a URL or a path, and no page shows an answer as
 * anything but text, so these never block.
 */
const rulesAboutBodies = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
];

/** Pages of answers are larger than 8 KB. Elsewhere the limit of the common rule set applies. */
const isLargeBody: Statement = {
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
};

const isFlood: Statement = {
  rateBasedStatement: {
    limit: 300, // in five minutes: a school's computer room shares one address
    evaluationWindowSec: 300,
    aggregateKeyType: 'IP',
    scopeDownStatement: startsWith('/public/'),
  },
};

/**
 * Calls with one session. Three tabs that save every second for five minutes make 900. It costs nothing for each call, unlike a
 * counter in the table. A call without the cookie is not counted, and a made-up cookie opens nothing.
 */
const isBusySession: Statement = {
  rateBasedStatement: {
    limit: 3000,
    evaluationWindowSec: 300,
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [
      { cookie: { name: '__Host-session', textTransformations: [{ type: 'NONE', priority: 0 }] } },
    ],
    scopeDownStatement: startsWith('/api/'),
  },
};

const blockTooMany = {
  block: {
    customResponse: {
      responseCode: 429,
      customResponseBodyKey: tooMany.key,
      responseHeaders: [{ name: 'retry-after', value: String(tooMany.seconds) }],
    },
  },
};

function rulesFor(mode: FirewallMode): readonly Rule[] {
  const own = { action: mode === 'count' ? { count: {} } : { block: {} } };
  const limit = { action: mode === 'count' ? { count: {} } : blockTooMany };
  return [
    managed(mode, 'AWSManagedRulesAmazonIpReputationList'),
    managed(mode, 'AWSManagedRulesCommonRuleSet', rulesAboutBodies),
    { name: 'large-bodies', ...own, statement: isLargeBody },
    managed(mode, 'AWSManagedRulesKnownBadInputsRuleSet'),
    { name: floodRule, ...limit, statement: isFlood },
    { name: 'session-calls', ...limit, statement: isBusySession },
  ];
}
