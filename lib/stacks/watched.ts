import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Composite } from '../constructs/operator-alarms.ts';
import type { ApiStack } from './api-stack.ts';
import type { ApplicationPdfStack } from './application-pdf-stack.ts';
import type { BackupStack } from './backup-stack.ts';
import type { ConversionStack } from './conversion-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { DeliveryStack } from './delivery-stack.ts';
import type { RetentionStack } from './retention-stack.ts';

/** The stacks that alarms and graphs look at. */
export interface Watched {
  readonly data: DataStack;
  readonly backup: BackupStack;
  readonly conversion: ConversionStack;
  readonly applicationPdf: ApplicationPdfStack;
  readonly delivery: DeliveryStack;
  readonly api: ApiStack;
  readonly retention: RetentionStack;
}

/** Functions whose failures the same people meet. One alarm can sum at most ten metrics. */
export interface FunctionGroup {
  readonly functions: Readonly<Record<string, IFunction>>;
  readonly impact: string;
  readonly within: Composite;
  /** Throttles that are no problem, because another try follows by itself. */
  readonly harmlessThrottles: number;
}

/**
 * Functions with alarms. Operators who change or export see failures in their terminal; the alarms of
 * scheduled functions count failed runs.
 */
export function functionGroups({
  conversion,
  applicationPdf,
  delivery,
  api,
  retention,
}: Watched): Readonly<Record<string, FunctionGroup>> {
  const { begin, inspect, convert, office, record } = conversion.functions;
  const calls = Object.entries(api.contracts.functions).map(
    ([group, each]) => [`Api-${group}`, each.function] as const,
  );
  const [ofStaff, ofApplicants] = [true, false].map((isStaff) =>
    Object.fromEntries(calls.filter(([name]) => name.startsWith('Api-staff') === isStaff)),
  );
  return {
    Applicant: {
      functions: { ...ofApplicants },
      impact: "Applicants' calls fail.",
      within: 'ApplicantsCannotWork',
      harmlessThrottles: 0,
    },
    Staff: {
      functions: { ...ofStaff, OperatorLink: api.operators.link.function },
      impact: 'Pages of the staff console fail, or staff get no links to applications.',
      within: 'Degraded',
      harmlessThrottles: 0,
    },
    Background: {
      functions: {
        ...{ Begin: begin.function, Inspect: inspect.function, Convert: convert.function },
        ...{ Office: office.function, Record: record.function, ApplicationPdf: applicationPdf.make.function },
        ...{ Outbox: delivery.outbox.function, Retention: retention.retention.function },
      },
      impact: 'Documents, application PDFs, deliveries to the university or deletions fail or wait.',
      within: 'Degraded',
      harmlessThrottles: 100,
    },
  };
}
