import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { JsonPath, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { StepMachine, step } from '../constructs/step-machine.ts';
import { copyGrants } from '../grants.ts';
import type { DataStack } from './data-stack.ts';

export interface CopyStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
}

/** Makes the PDF copy of an application; a copy that cannot be made is recorded as failed. */
export class CopyStack extends Stack {
  readonly machine: StepMachine;
  readonly make: AppFunction;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: CopyStackProps) {
    super(scope, id, props);
    this.make = new AppFunction(this, 'Make', {
      bundle: 'copy-make',
      description: 'Draws the PDF copy of an application and appends its documents',
      environment: {
        TABLE_NAME: data.table.tableName,
        DOCUMENTS_BUCKET: data.documents.bucketName,
        PARTNER: deployment.partner,
      },
      grants: copyGrants({
        table: data.table.tableArn,
        uploads: data.uploads.bucketArn,
        documents: data.documents.bucketArn,
      }),
      memorySize: 1769,
      timeout: Duration.seconds(30),
    });
    this.machine = new StepMachine(this, 'Machine', {
      definition: this.#definition(),
      timeout: Duration.seconds(85),
    });
  }

  #definition() {
    const which = { sub: JsonPath.stringAt('$.sub'), id: JsonPath.stringAt('$.id') };
    const recordFailure = step(this, 'Record failure', {
      function: this.make.function,
      payload: TaskInput.fromObject({ ...which, failed: true }),
      timeout: Duration.seconds(10),
    });
    return step(this, 'Make copy', {
      function: this.make.function,
      payload: TaskInput.fromObject(which),
      timeout: Duration.seconds(32),
    }).addCatch(recordFailure, { resultPath: '$.error' });
  }
}
