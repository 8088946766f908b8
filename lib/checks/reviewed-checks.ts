import type { PolicyValidationPluginReport } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** A finding of cdk-nag that was reviewed and accepted. */
interface AcceptedFinding {
  readonly rule: RegExp;
  readonly reason: string;
}

const accepted = new WeakMap<IConstruct, readonly AcceptedFinding[]>();

/**
 * Accepts the findings of a rule about a construct and everything in it. `Validations.acknowledge` needs the
 * whole id of each finding, and the ids of permissions contain names that CDK gives late.
 */
export function accept(scope: IConstruct, rule: RegExp, reason: string): void {
  accepted.set(scope, [...(accepted.get(scope) ?? []), { rule, reason }]);
}

/** The AwsSolutions rules of cdk-nag, without the findings that were accepted next to their constructs. */
export class ReviewedChecks extends AwsSolutionsChecks {
  /** The reasons that covered a finding. */
  readonly used = new Set<string>();

  /** Returns the findings of the AwsSolutions rules that nothing accepts. */
  override validateScope(scope: IConstruct): PolicyValidationPluginReport {
    const { violations: found, ...report } = super.validateScope(scope);
    const violations = found
      .map(({ violatingResources, ...violation }) => ({
        ...violation,
        violatingResources: violatingResources.filter(
          ({ constructPath = '' }) => !this.#isAccepted(scope, violation.ruleName, constructPath),
        ),
      }))
      .filter(({ violatingResources }) => violatingResources.length > 0);
    return { ...report, success: violations.length === 0, violations };
  }

  #isAccepted(scope: IConstruct, ruleName: string, path: string) {
    const reasons = [...constructsOn(scope, path)]
      .flatMap((each) => accepted.get(each) ?? [])
      .filter(({ rule }) => rule.test(ruleName))
      .map(({ reason }) => reason);
    for (const reason of reasons) this.used.add(reason);
    return reasons.length > 0;
  }
}

function* constructsOn(scope: IConstruct, path: string): Generator<IConstruct> {
  let found: IConstruct | undefined = scope.node.root;
  for (const id of path.split('/')) {
    found = found.node.tryFindChild(id);
    if (found === undefined) return;
    yield found;
  }
}

/** Every reason for which something in a tree is accepted. */
export const acceptedReasons = (scope: IConstruct): readonly string[] =>
  scope.node.findAll().flatMap((each) => (accepted.get(each) ?? []).map(({ reason }) => reason));
