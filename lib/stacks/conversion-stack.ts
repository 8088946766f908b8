import { CfnOutput, Duration, Fn, Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  Choice,
  Condition,
  JsonPath,
  Succeed,
  TaskInput,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import {
  conversionLockSeconds,
  conversionSteps,
  functionSeconds,
  machineSeconds,
} from '../../shared/api/conversion-time.ts';
import { type Deployment, uploadEventsAtOnce } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { OfficeConverter } from '../constructs/office-converter.ts';
import { LoggedStateMachine, lambdaStep } from '../constructs/state-machine.ts';
import { beginGrants, conversionGrants } from '../grants/documents.ts';
import type { DataStack, DeploymentProps } from './data-stack.ts';

type Steps = Readonly<Record<'inspect' | 'convert' | 'office' | 'record', AppFunction>>;

/**
 * Upload, event, inspect, wait for the conversion lock, convert, record: every uploaded file ends as a PDF or
 * with a message that says why not.
 */
export class ConversionStack extends Stack {
  readonly machine: LoggedStateMachine;
  readonly missedUploads: Queue;
  readonly functions: Steps & { readonly begin: AppFunction };
  readonly #zones: Deployment['zones'];

  constructor(scope: Construct, id: string, { deployment, data, ...props }: DeploymentProps) {
    super(scope, id, props);
    this.#zones = deployment.zones;
    const steps = this.#steps(deployment, data);
    this.machine = new LoggedStateMachine(this, 'Machine', {
      definition: this.#definition(steps),
      timeout: machineSeconds.conversion,
    });
    this.missedUploads = new Queue(this, 'MissedUploads', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    new CfnOutput(this, 'MissedUploadsQueue', { value: this.missedUploads.queueUrl });
    new CfnOutput(this, 'ConversionMachine', { value: this.machine.stateMachineArn });
    this.functions = { ...steps, begin: this.#begin(deployment, data) };
    new Rule(this, 'FileArrived', {
      description: 'Says that an uploaded file has arrived',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [data.uploads.bucketName] }, object: { key: [{ prefix: 'uploads/' }] } },
      },
      targets: [
        new LambdaFunction(this.functions.begin.function, {
          deadLetterQueue: this.missedUploads,
          retryAttempts: 10,
          maxEventAge: Duration.minutes(5),
        }),
      ],
    });
    this.#keepAwake(this.functions.office);
  }

  /**
   * Without calls for weeks, Lambda takes the network interface and the optimized image of a function away.
   */
  #keepAwake({ function: office }: AppFunction) {
    new Rule(this, 'OfficeTime', {
      description: 'Calls the office converter once a day without a document, so that it does not go idle',
      schedule: Schedule.rate(Duration.days(1)),
      targets: [new LambdaFunction(office, { event: RuleTargetInput.fromObject({}) })],
    });
  }

  /** By default the first two zones, so that a synthesis with an account does not have to look them up. */
  override get availabilityZones() {
    return [...(this.#zones ?? [Fn.select(0, Fn.getAzs()), Fn.select(1, Fn.getAzs())])];
  }

  /** EventBridge would give each event's execution another name. */
  #begin({ converters }: Deployment, { uploads }: DataStack) {
    return new AppFunction(this, 'Begin', {
      bundle: 'conversion-begin',
      description: 'Starts the conversion of an uploaded file, once for each upload',
      environment: {
        CONVERSION_MACHINE_ARN: this.machine.stateMachineArn,
        UPLOADS_BUCKET: uploads.bucketName,
      },
      grants: beginGrants({ machine: this.machine.stateMachineArn, missed: this.missedUploads.queueArn }),
      failedEvents: this.missedUploads,
      ...(converters && { reservedConcurrentExecutions: uploadEventsAtOnce }),
    });
  }

  #steps(deployment: Deployment, data: DataStack) {
    const { converter, converters, officeStorage } = deployment;
    const grants = conversionGrants({
      table: data.table.tableArn,
      auditTable: data.auditTable.tableArn,
      uploads: data.uploads.bucketArn,
      documents: data.documents.bucketArn,
    });
    const tables = { TABLE_NAME: data.table.tableName, AUDIT_TABLE_NAME: data.auditTable.tableName };
    return {
      inspect: new AppFunction(this, 'Inspect', {
        bundle: 'conversion-inspect',
        description: 'Claims an uploaded file and checks that it is what its name says',
        environment: { ...tables, DOCUMENTS_BUCKET: data.documents.bucketName },
        grants: grants.inspect,
        timeout: timeoutOf('inspect'),
      }),
      convert: new AppFunction(this, 'Convert', {
        bundle: 'conversion-convert',
        description: 'Turns an image into a PDF, and a PDF into a clean one',
        environment: {}, // its input names the files
        grants: grants.convert,
        memorySize: 1769, // one whole processor
        timeout: timeoutOf('convert'),
        ...(converters && { reservedConcurrentExecutions: converters.convert }),
      }),
      office: new OfficeConverter(this, 'Office', {
        converter,
        storage: officeStorage,
        grants: grants.office,
        timeout: timeoutOf('office'),
        reservedConcurrency: converters?.office,
      }).function,
      record: new AppFunction(this, 'Record', {
        bundle: 'conversion-record',
        description: 'Writes how a conversion ended',
        environment: tables,
        grants: grants.record,
        timeout: timeoutOf('record'),
      }),
    };
  }

  /** The record step runs whether the converter returns, fails or times out. */
  #definition(steps: Steps) {
    const record = lambdaStep(this, 'Record outcome', {
      function: steps.record.function,
      payload: TaskInput.fromJsonPathAt('$'),
      time: conversionSteps.record,
    });

    const conversion = (name: 'convert' | 'office') =>
      lambdaStep(this, `Run ${name}`, {
        function: steps[name].function,
        payload: TaskInput.fromJsonPathAt('$.job'),
        time: conversionSteps[name],
      })
        .addCatch(record, { resultPath: '$.error' })
        .next(record);

    // Inspecting is safe to repeat: an execution that claimed the upload recognizes its own claim.
    const inspection = lambdaStep(this, 'Inspect upload', {
      function: steps.inspect.function,
      payload: TaskInput.fromObject({
        bucket: JsonPath.stringAt('$.detail.bucket.name'),
        key: JsonPath.stringAt('$.detail.object.key'),
        execution: JsonPath.executionName,
        started: JsonPath.executionStartTime,
      }),
      time: conversionSteps.inspect,
    });
    const wait = new Wait(this, 'Wait for the other file', {
      time: WaitTime.duration(Duration.seconds(conversionLockSeconds.interval)),
    });
    return inspection.next(
      new Choice(this, 'Which converter')
        .when(Condition.stringEquals('$.next', 'convert'), conversion('convert'))
        .when(Condition.stringEquals('$.next', 'office'), conversion('office'))
        .when(Condition.stringEquals('$.next', 'wait'), wait.next(inspection))
        .otherwise(new Succeed(this, 'Nothing to convert')),
    );
  }
}

const timeoutOf = (step: keyof typeof conversionSteps) =>
  Duration.seconds(functionSeconds(conversionSteps[step]));
