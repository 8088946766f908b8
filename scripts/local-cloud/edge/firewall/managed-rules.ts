import type { Request } from '../../http.ts';
import type { Test } from './inspection.ts';

interface ManagedRule {
  readonly name: string;
  readonly label: string;
  readonly finds: (request: Request) => boolean;
}

const core = 'awswaf:managed:aws:core-rule-set';

/**
 * The size rules of AWS's core rule set. The other rules and groups match attacks and addresses that only AWS
 * knows, and never match here:
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const sizeRules: readonly ManagedRule[] = [
  {
    name: 'SizeRestrictions_QUERYSTRING',
    label: `${core}:SizeRestrictions_QueryString`,
    finds: ({ url }) => url.search.length - 1 > 2048,
  },
  {
    name: 'SizeRestrictions_Cookie_HEADER',
    label: `${core}:SizeRestrictions_Cookie_Header`,
    finds: ({ headers }) => (headers.cookie ?? '').length > 10_240,
  },
  {
    name: 'SizeRestrictions_BODY',
    label: `${core}:SizeRestrictions_Body`,
    finds: ({ body }) => body.length > 8192,
  },
  {
    name: 'SizeRestrictions_URIPATH',
    label: `${core}:SizeRestrictions_URIPath`,
    finds: ({ url }) => url.pathname.length > 1024,
  },
];

interface Given {
  readonly VendorName: string;
  readonly Name: string;
  readonly RuleActionOverrides?: readonly {
    readonly Name: string;
    readonly ActionToUse: Readonly<Record<string, unknown>>;
  }[];
}

/**
 * Tests requests against a managed rule group of AWS. Rules that only count still set their label, which
 * later rules can use.
 */
export function managedRules({ VendorName, Name, RuleActionOverrides = [] }: Given): Test {
  const rules = VendorName === 'AWS' && Name === 'AWSManagedRulesCommonRuleSet' ? sizeRules : [];
  const counted = RuleActionOverrides.filter(({ ActionToUse }) => 'Count' in ActionToUse).map(
    (each) => each.Name,
  );
  return ({ request, labels }) => {
    for (const { name, label, finds } of rules) {
      if (!finds(request)) continue;
      labels.add(label);
      if (!counted.includes(name)) return true;
    }
    return false;
  };
}
