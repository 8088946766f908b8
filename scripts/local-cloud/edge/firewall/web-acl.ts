import * as z from 'zod/mini';
import { type Assembly, inertResource, number } from '../../assembly/assembly.ts';
import type { CloudWatch } from '../../cloudwatch/service.ts';
import { type Request, viewerAddressOf } from '../../http.ts';
import type { Test } from './inspection.ts';
import { readStatement } from './statements.ts';

const action = z.record(z.string(), z.unknown());

/** Custom response of a rule, instead of a plain 403. */
const blockSchema = z.looseObject({
  CustomResponse: z.optional(
    z.strictObject({
      ResponseCode: number,
      CustomResponseBodyKey: z.optional(z.string()),
      ResponseHeaders: z.optional(z.array(z.strictObject({ Name: z.string(), Value: z.string() }))),
    }),
  ),
});

const bodySchema = z.strictObject({ ContentType: z.string(), Content: z.string() });

const visibility = z.looseObject({ MetricName: z.string() });

const ruleSchema = z.strictObject({
  Name: z.string(),
  Priority: number,
  Statement: z.record(z.string(), z.unknown()),
  Action: z.optional(action),
  OverrideAction: z.optional(action),
  VisibilityConfig: visibility,
});

const aclSchema = z.strictObject({
  Name: inertResource,
  Description: inertResource,
  Scope: z.literal('CLOUDFRONT'),
  DefaultAction: z.record(z.literal('Allow'), z.unknown()),
  Rules: z.optional(z.array(ruleSchema)),
  CustomResponseBodies: z.optional(z.record(z.string(), bodySchema)),
  VisibilityConfig: visibility,
  Tags: inertResource,
});

type FirewallAction = 'BLOCK' | 'COUNT' | 'ALLOW';

/** A match of a rule, with the names of an AWS WAF log. */
export interface FirewallMatch {
  readonly rule: string;
  readonly action: FirewallAction;
  readonly path: string;
}

/** The response to a blocked request. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const plainRefusal: Refusal = { status: 403, headers: {}, body: '' };

interface Rule {
  readonly name: string;
  readonly refusal: Refusal;
  /** The rule's name in metrics. */
  readonly metricName: string;
  readonly action: FirewallAction;
  readonly finds: Test;
}

/** Maximum of stored matches. The oldest are dropped, so a flood does not fill the memory. */
const maxKept = 1000;

/** A web ACL. Its rules run in the order of priority, and the first that blocks or allows decides. */
export class Firewall {
  readonly #rules: readonly Rule[];
  readonly #count: (action: FirewallAction, metricName: string) => void;
  #matches: readonly FirewallMatch[] = [];

  constructor(rules: readonly Rule[], count: (action: FirewallAction, metricName: string) => void) {
    this.#rules = rules;
    this.#count = count;
  }

  /** Matches of the rules, the oldest first. */
  get matches(): readonly FirewallMatch[] {
    return this.#matches;
  }

  /** The response if a rule blocks the request; else undefined. */
  refusalOf(request: Request): Refusal | undefined {
    const inspection = {
      request,
      address: viewerAddressOf(request),
      labels: new Set<string>(),
    };
    for (const { name, metricName, action: found, finds, refusal } of this.#rules) {
      if (!finds(inspection)) continue;
      const match = { rule: name, action: found, path: request.url.pathname };
      this.#matches = [...this.#matches.slice(1 - maxKept), match];
      this.#count(found, metricName);
      if (found !== 'COUNT') return found === 'BLOCK' ? refusal : undefined;
    }
    return undefined;
  }
}

/** https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html */
const metrics: Readonly<Record<FirewallAction, string>> = {
  ALLOW: 'AllowedRequests',
  BLOCK: 'BlockedRequests',
  COUNT: 'CountedRequests',
};

/** A rule group blocks unless the web ACL overrides it. Any other rule has its own action. */
function actionOf({ Action, OverrideAction }: z.infer<typeof ruleSchema>): FirewallAction {
  if (OverrideAction !== undefined) return 'Count' in OverrideAction ? 'COUNT' : 'BLOCK';
  if (Action !== undefined && 'Count' in Action) return 'COUNT';
  return Action !== undefined && 'Allow' in Action ? 'ALLOW' : 'BLOCK';
}

type Bodies = Readonly<Record<string, z.infer<typeof bodySchema>>>;

/** Content types by their names in a web ACL. */
const contentTypes: Readonly<Record<string, string>> = {
  APPLICATION_JSON: 'application/json',
  TEXT_HTML: 'text/html',
  TEXT_PLAIN: 'text/plain',
};

function refusalBy({ Action }: z.infer<typeof ruleSchema>, bodies: Bodies): Refusal {
  const { CustomResponse } = blockSchema.parse(Action?.Block ?? {});
  if (CustomResponse === undefined) return plainRefusal;
  const { ResponseCode: status, CustomResponseBodyKey: key = '', ResponseHeaders = [] } = CustomResponse;
  const body = bodies[key];
  const type = contentTypes[body?.ContentType ?? ''];
  return {
    status,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...Object.fromEntries(ResponseHeaders.map(({ Name, Value }) => [Name, Value])),
    },
    body: body?.Content ?? '',
  };
}

/** The web ACLs of an assembly, by their ARN. */
export function readFirewalls(
  assembly: Assembly,
  { now, cloudWatch }: { readonly now: () => number; readonly cloudWatch: CloudWatch },
): ReadonlyMap<string, Firewall> {
  return new Map(
    assembly.of('AWS::WAFv2::WebACL', aclSchema).map(({ arn, path, given }) => {
      const rules = [...(given.Rules ?? [])]
        .sort((one, other) => one.Priority - other.Priority)
        .map((rule) => ({
          name: rule.Name,
          metricName: rule.VisibilityConfig.MetricName,
          action: actionOf(rule),
          refusal: refusalBy(rule, given.CustomResponseBodies ?? {}),
          finds: readStatement(rule.Statement, { path, now }),
        }));
      const WebACL = given.VisibilityConfig.MetricName;
      const count = (found: FirewallAction, metricName: string) => {
        for (const Rule of [metricName, 'ALL'])
          cloudWatch.count({ namespace: 'AWS/WAFV2', name: metrics[found], dimensions: { WebACL, Rule } });
      };
      return [arn, new Firewall(rules, count)];
    }),
  );
}
