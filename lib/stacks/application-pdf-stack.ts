import { Duration, Stack } from 'aws-cdk-lib';
import { JsonPath, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { applicationPdfSteps, functionSeconds, machineSeconds } from '../../shared/api/conversion-time.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { LoggedStateMachine, lambdaStep } from '../constructs/state-machine.ts';
import { applicationPdfGrants } from '../grants/documents.ts';
import type { DeploymentProps } from './data-stack.ts';

/** Draws the PDF of an application. */
export class ApplicationPdfStack extends Stack {
  readonly machine: LoggedStateMachine;
  readonly make: AppFunction;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: DeploymentProps) {
    super(scope, id, props);
    this.make = new AppFunction(this, 'Make', {
      bundle: 'application-pdf-make',
      description: 'Draws the PDF copy of an application and appends its documents',
      environment: {
        TABLE_NAME: data.table.tableName,
        DOCUMENTS_BUCKET: data.documents.bucketName,
      },
      grants: applicationPdfGrants({
        table: data.table.tableArn,
        documents: data.documents.bucketArn,
      }),
      memorySize: 1769,
      timeout: Duration.seconds(functionSeconds(applicationPdfSteps.make)),
      ...(deployment.converters && { reservedConcurrentExecutions: deployment.converters.applicationPdf }),
    });
    this.machine = new LoggedStateMachine(this, 'Machine', {
      definition: this.#definition(),
      timeout: machineSeconds.applicationPdf,
    });
  }

  #definition() {
    const which = { sub: JsonPath.stringAt('$.sub'), id: JsonPath.stringAt('$.id') };
    const recordFailure = lambdaStep(this, 'Record failure', {
      function: this.make.function,
      payload: TaskInput.fromObject({ ...which, failed: true }),
      time: applicationPdfSteps.recordFailure,
    });
    return lambdaStep(this, 'Make application PDF', {
      function: this.make.function,
      payload: TaskInput.fromObject(which),
      time: applicationPdfSteps.make,
    }).addCatch(recordFailure, { resultPath: '$.error' });
  }
}
