import { ArnFormat, Stack } from 'aws-cdk-lib';
import { DataIdentifier, DataProtectionPolicy } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { staffSessionRoutes } from '../../shared/api/console-routes.ts';
import type { Deployment } from '../config/index.ts';
import { pathsWithBodiesOver } from './large-bodies.ts';
import { logGroup } from './logs.ts';

type Rule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>;
type Statement = CfnWebACL.StatementProperty;
/** The mode of the rules: only count matching requests, or block them. */
export type FirewallMode = Exclude<Deployment['firewall'], 'off'>;

/** The rule that limits sign-ups and log-ins from one address. */
export const floodRule = 'account-calls';

/** The response to calls beyond a rate limit. The page reads it like one of the API's, and waits. */
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

/** Counts known attackers and floods, and in mode `block` stops them before they cause a function call. */
export class Firewall extends Construct {
  readonly arn: string;
  readonly mode: FirewallMode;
  /** The value of the dimension WebACL of the firewall's metrics: each stage has its own alarms. */
  readonly metricName: string;

  constructor(scope: Construct, id: string, { mode, stage }: FirewallProps) {
    super(scope, id);
    this.mode = mode;
    this.metricName = `matricula-${stage}`;
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(this.metricName),
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

  /**
   * Logs only requests that a rule matched, without fields that may contain a secret. IP addresses are
   * masked.
   */
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

/** Matches the path as the API reads it: `/%70ublic//login` is a log-in too. */
const startsWith = (searchString: string): Statement => ({
  byteMatchStatement: {
    searchString,
    positionalConstraint: 'STARTS_WITH',
    fieldToMatch: { uriPath: {} },
    textTransformations: ['URL_DECODE', 'NORMALIZE_PATH'].map((type, priority) => ({ type, priority })),
  },
});

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

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
 * Rules of the common rule set that inspect bodies. They never block: an essay may quote HTML, a URL or a
 * path, and pages show answers only as text.
 */
const rulesAboutBodies = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
];

/** The limit of the common rule set for bodies, in bytes. */
const commonBodyBytes = 8_192;

/** A body over the limit of the common rule set, for a call whose contract accepts none so large. */
const isLargeBody = (): Statement => ({
  andStatement: {
    statements: [
      {
        labelMatchStatement: {
          scope: 'LABEL',
          key: 'awswaf:managed:aws:core-rule-set:SizeRestrictions_Body',
        },
      },
      not({ orStatement: { statements: pathsWithBodiesOver(commonBodyBytes).map(startsWith) } }),
    ],
  },
});

/**
 * Calls without a session. Near a deadline, each open page reads the published settings every 40 seconds,
 * mostly from a cache.
 */
const isAccountCall: Statement = {
  andStatement: {
    statements: [
      { orStatement: { statements: ['/public/', staffSessionRoutes.signIn.path].map(startsWith) } },
      not(startsWith(visitorRoutes.getSettings.path)),
    ],
  },
};

const isFlood: Statement = {
  rateBasedStatement: {
    limit: 300, // in five minutes: a school's computer room shares one address
    evaluationWindowSec: 300,
    aggregateKeyType: 'IP',
    scopeDownStatement: isAccountCall,
  },
};

/**
 * Too many calls with one session in five minutes. Unlike a counter in the table, this costs nothing per
 * call. Calls without the cookie are not counted, and a made-up cookie grants no access.
 */
const isBusySession = (cookie: string, path: string, limit: number): Statement => ({
  rateBasedStatement: {
    limit,
    evaluationWindowSec: 300,
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [{ cookie: { name: cookie, textTransformations: [{ type: 'NONE', priority: 0 }] } }],
    scopeDownStatement: startsWith(path),
  },
});

/** Three tabs that save every second for five minutes make 900 calls. */
const applicantCalls = isBusySession('__Host-session', '/api/', 3000);
/** Fetching the PDFs of a hundred applications makes about 450 calls. A script that copies all is faster. */
const staffCalls = isBusySession('__Host-staff', '/api/staff/', 900);

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
    { name: 'large-bodies', ...own, statement: isLargeBody() },
    managed(mode, 'AWSManagedRulesKnownBadInputsRuleSet'),
    { name: floodRule, ...limit, statement: isFlood },
    { name: 'session-calls', ...limit, statement: applicantCalls },
    { name: 'staff-calls', ...limit, statement: staffCalls },
  ];
}
