import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ApiStack } from './api-stack.ts';
import type { ApplicationPdfStack } from './application-pdf-stack.ts';
import type { BackupStack } from './backup-stack.ts';
import type { ConversionStack } from './conversion-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { DeliveryStack } from './delivery-stack.ts';
import type { RetentionStack } from './retention-stack.ts';
import type { WebStack } from './web-stack.ts';

/** The stacks that alarms and graphs look at. */
export interface Watched {
  readonly data: DataStack;
  readonly backup: BackupStack;
  readonly conversion: ConversionStack;
  readonly applicationPdf: ApplicationPdfStack;
  readonly delivery: DeliveryStack;
  readonly api: ApiStack;
  readonly web: WebStack;
  readonly retention: RetentionStack;
}

export interface WatchedFunction {
  readonly function: IFunction;
  readonly impact: string;
}

/**
 * Functions with alarms, and what users experience when they fail. Operators who change or export see
 * failures in their terminal.
 */
export function watchedFunctions({
  data,
  conversion,
  applicationPdf,
  delivery,
  api,
  retention,
}: Watched): Readonly<Record<string, WatchedFunction>> {
  const { begin, inspect, convert, office, record } = conversion.functions;
  return {
    ...Object.fromEntries(
      Object.entries(api.contracts.functions).map(
        ([group, { function: each }]): [string, WatchedFunction] => [
          `Api-${group}`,
          { function: each, impact: `Applicants' calls of shared/api/${group} fail.` },
        ],
      ),
    ),
    OperatorLink: {
      function: api.operators.link.function,
      impact: 'Staff get no links to applications.',
    },
    Retention: {
      function: retention.retention.function,
      impact: 'What applicants asked to have erased is still there, and operators cannot erase anything.',
    },
    AccountMail: {
      function: data.accountMail.function,
      impact: 'Applicants get no codes: nobody can sign up or reset a password.',
    },
    Begin: {
      function: begin.function,
      impact: 'Uploaded documents are converted late, and only if their applicants wait for them.',
    },
    Inspect: { function: inspect.function, impact: 'Uploaded documents of every kind stay unconverted.' },
    Convert: { function: convert.function, impact: 'Uploaded images and PDFs cannot be converted.' },
    Office: { function: office.function, impact: 'Uploaded Word documents cannot be converted.' },
    Record: { function: record.function, impact: 'Applicants wait for documents that are long converted.' },
    ApplicationPdf: {
      function: applicationPdf.make.function,
      impact: 'Applicants cannot get the PDF copy of their application.',
    },
    Deliver: {
      function: delivery.deliver.function,
      impact: 'Submitted applications do not reach the university.',
    },
  };
}
