import type { PolicyValidationPluginReport } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { type AcceptedFinding, acceptedFindings } from './accepted-findings.ts';

/** The AwsSolutions rules of cdk-nag, without the findings in accepted-findings.ts. */
export class ReviewedChecks extends AwsSolutionsChecks {
  override validateScope(scope: IConstruct): PolicyValidationPluginReport {
    const { violations: found, ...report } = super.validateScope(scope);
    const violations = found
      .map(({ violatingResources, ...violation }) => ({
        ...violation,
        violatingResources: violatingResources.filter(
          ({ constructPath = '' }) =>
            !acceptedFindings.some((each) => isAccepted(each, violation.ruleName, constructPath)),
        ),
      }))
      .filter(({ violatingResources }) => violatingResources.length > 0);
    return { ...report, success: violations.length === 0, violations };
  }
}

/** True if an accepted finding covers this one. */
export const isAccepted = ({ rule, path }: AcceptedFinding, ruleName: string, constructPath: string) =>
  rule.test(ruleName) && path.test(constructPath);
