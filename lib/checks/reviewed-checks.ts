import type { App, IPolicyValidationContext, PolicyValidationPluginReport } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type Exception, exceptions } from './exceptions.ts';

/** The AwsSolutions rules, less the findings that somebody looked at and accepted in exceptions.ts. */
export class ReviewedChecks extends AwsSolutionsChecks {
  constructor(app: App) {
    super(app);
  }

  override validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const report = super.validate(context);
    const violations = report.violations
      .map((violation) => ({
        ...violation,
        violatingResources: violation.violatingResources.filter(
          ({ constructPath = '' }) =>
            !exceptions.some((each) => accepts(each, violation.ruleName, constructPath)),
        ),
      }))
      .filter(({ violatingResources }) => violatingResources.length > 0);
    return { ...report, success: violations.length === 0, violations };
  }
}

const accepts = ({ rule, path }: Exception, ruleName: string, constructPath: string) =>
  rule.test(ruleName) && path.test(constructPath);
