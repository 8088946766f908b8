import { Stack, type StackProps } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { QueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Deployment } from '../config/index.ts';
import { EdgeLog } from '../constructs/edge-log.ts';
import { type FirewallMode, floodRule } from '../constructs/firewall.ts';
import { requestQuery } from '../constructs/logs.ts';
import { type Alarms, operatorAlarm } from '../constructs/operator-alarms.ts';
import type { SiteDistribution } from '../constructs/site-distribution.ts';
import { sum } from './alarms.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { WebStack } from './web-stack.ts';

export interface EdgeOperationsStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly edge: EdgeStack;
  readonly web: WebStack;
}

/** The log and the alarms of CloudFront, in its region. They name the distribution, so they follow `Web`. */
export class EdgeOperationsStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, edge, web, ...props }: EdgeOperationsStackProps) {
    super(scope, id, props);
    const { logGroup } = new EdgeLog(
      this,
      'EdgeLog',
      web.origin.distribution,
      `matricula-${deployment.name}`,
    );
    new QueryDefinition(this, 'OneRequest', {
      queryDefinitionName: `Matricula/${deployment.name}/One request`,
      logGroups: [logGroup],
      queryString: requestQuery,
    });
    for (const [name, entry] of Object.entries(edgeAlarms(edge, web.origin)))
      operatorAlarm(this, name, entry, edge.topic);
  }
}

/** Alarms about CloudFront and its firewall. */
const edgeAlarms = ({ firewall }: EdgeStack, { distribution }: SiteDistribution): Alarms => ({
  SiteFails: {
    metric: new Metric({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
      period: sum.period,
      statistic: 'Average',
    }),
    threshold: 5,
    periods: 2,
    impact: 'More than 5 percent of the pages and calls fail before applicants see them.',
    action: 'open SiteUrl, then see whether CallsFail fires too; if not, look at CloudFront.',
    runbook: 'site-fails',
  },
  ...(firewall && firewallAlarms[firewall.mode](firewall.metricName)),
});

const firewallMetric = (metricName: string, WebACL: string, Rule: string) =>
  new Metric({ namespace: 'AWS/WAFV2', metricName, dimensionsMap: { WebACL, Rule }, ...sum });

/**
 * Alarms by firewall mode. A firewall that only counts rejects no requests, and its content rules match
 * applicants' requests too. Its flood rule does not.
 */
const firewallAlarms: Readonly<Record<FirewallMode, (webAcl: string) => Alarms>> = {
  count: (webAcl) => ({
    AccountCallsFlood: {
      metric: firewallMetric('CountedRequests', webAcl, floodRule),
      threshold: 100,
      impact: 'Somebody floods sign-up and log-in from one address, and the firewall only counts it.',
      action: "set firewall to 'block' in lib/config and deploy, unless the address is that of a school.",
      runbook: 'account-calls-flood',
    },
  }),
  block: (webAcl) => ({
    RequestsBlocked: {
      metric: firewallMetric('BlockedRequests', webAcl, 'ALL'),
      threshold: 100,
      impact: 'The firewall blocks many requests: an attack, or a rule that blocks what applicants write.',
      action: 'find out which rule blocks; if it blocks applicants, let it count only, and deploy.',
      runbook: 'requests-blocked',
    },
  }),
};
