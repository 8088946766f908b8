import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Choice, Condition, Fail, JsonPath, Succeed, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import {
  applicationPdfSteps,
  functionSeconds,
  machineSeconds,
  type StepTime,
  zipSteps,
} from '../../shared/api/conversion-time.ts';
import type { Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { GradualRelease } from '../constructs/gradual-release.ts';
import { LoggedStateMachine, lambdaStep } from '../constructs/state-machine.ts';
import { applicationPdfGrants } from '../grants/application-pdf.ts';
import { zipGrants } from '../grants/zip.ts';
import type { DataStack } from './data-stack.ts';

export interface ApplicationPdfStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
}

/** Draws the PDF of an application, and writes the PDFs of many into a ZIP file for staff. */
export class ApplicationPdfStack extends Stack {
  readonly machine: LoggedStateMachine;
  readonly make: AppFunction;
  readonly zipMachine: LoggedStateMachine;
  readonly zip: AppFunction;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: ApplicationPdfStackProps) {
    super(scope, id, props);
    this.make = new AppFunction(this, 'Make', {
      bundle: 'application-pdf-make',
      description: 'Draws the PDF copy of an application and appends its documents',
      environment: {
        TABLE_NAME: data.table.tableName,
        DOCUMENTS_BUCKET: data.documents.bucketName,
        PARTNER: deployment.partner,
      },
      grants: applicationPdfGrants({
        table: data.table.tableArn,
        uploads: data.uploads.bucketArn,
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
    this.zip = this.#zip(deployment, data);
    this.zipMachine = new LoggedStateMachine(this, 'ZipMachine', {
      definition: this.#zipDefinition(),
      timeout: machineSeconds.zip,
    });
    if (deployment.releases === 'gradual')
      new GradualRelease(this, 'Releases', { functions: { Make: this.make, Zip: this.zip } });
  }

  #definition() {
    const which = { sub: JsonPath.stringAt('$.sub'), id: JsonPath.stringAt('$.id') };
    const recordFailure = lambdaStep(this, 'Record failure', {
      function: this.make.live,
      payload: TaskInput.fromObject({ ...which, failed: true }),
      time: applicationPdfSteps.recordFailure,
    });
    return lambdaStep(this, 'Make application PDF', {
      function: this.make.live,
      payload: TaskInput.fromObject(which),
      time: applicationPdfSteps.make,
    }).addCatch(recordFailure, { resultPath: '$.error' });
  }

  #zip({ partner }: Deployment, { table, documents, packages }: DataStack) {
    const applicationPdfMachine = this.machine.stateMachineArn;
    return new AppFunction(this, 'Zip', {
      bundle: 'zip',
      description: 'Writes the PDFs of many applications into a ZIP file for staff',
      environment: {
        TABLE_NAME: table.tableName,
        DOCUMENTS_BUCKET: documents.bucketName,
        PACKAGES_BUCKET: packages.bucketName,
        APPLICATION_PDF_MACHINE_ARN: applicationPdfMachine,
        PARTNER: partner,
      },
      grants: zipGrants({
        table: table.tableArn,
        documents: documents.bucketArn,
        packages: packages.bucketArn,
        applicationPdfMachine,
      }),
      memorySize: 1769, // one whole processor
      timeout: Duration.seconds(functionSeconds(zipSteps.write)),
    });
  }

  /** Prepares until all PDFs are drawn, then writes. A failed execution fires an alarm. */
  #zipDefinition() {
    const step = (id: string, name: 'prepare' | 'write' | 'fail', time: StepTime) =>
      lambdaStep(this, id, {
        function: this.zip.live,
        payload: TaskInput.fromObject({
          member: JsonPath.stringAt('$.member'),
          id: JsonPath.stringAt('$.id'),
          step: name,
        }),
        time,
      });
    const failure = step('Record ZIP failure', 'fail', zipSteps.recordFailure);
    failure.next(new Fail(this, 'ZIP failed'));
    const write = step('Write ZIP', 'write', zipSteps.write).addCatch(failure, { resultPath: '$.error' });
    const prepare = step('Prepare PDFs', 'prepare', zipSteps.prepare).addCatch(failure, {
      resultPath: '$.error',
    });
    return prepare.next(
      new Choice(this, 'Are all PDFs drawn')
        .when(Condition.stringEquals('$.next', 'prepare'), prepare)
        .when(Condition.stringEquals('$.next', 'write'), write)
        .otherwise(new Succeed(this, 'Nothing to write')),
    );
  }
}
