import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { nightlyExportTime } from '../../shared/api/export-time.ts';
import type { Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { deliveryGrants } from '../grants/delivery.ts';
import { nightlyExportGrants } from '../grants/nightly-export.ts';
import type { DataStack } from './data-stack.ts';
import { SendFiles } from './send-files.ts';

export interface DeliveryStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
}

/** Delivers submitted applications to the university: a package in a bucket, then an event on a bus. */
export class DeliveryStack extends Stack {
  /** The university's systems subscribe to it with their own rules. */
  readonly bus: EventBus;
  readonly deliver: AppFunction;
  /** Exports each day's submissions as files. */
  readonly nightlyExport: AppFunction;
  /** Sends files; undefined without the setting `deliveries`. */
  readonly sendFiles: AppFunction | undefined;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: DeliveryStackProps) {
    super(scope, id, props);
    this.bus = new EventBus(this, 'Events', {
      eventBusName: `matricula-${deployment.name}`,
      description: 'Says which applications were submitted',
    });
    this.sendFiles =
      deployment.deliveries.length === 0
        ? undefined
        : new SendFiles(this, 'SendFiles', { deployment, data }).function;
    this.deliver = this.#deliver(deployment, data);
    this.#runByTheClock(this.deliver);
    this.nightlyExport = this.#nightlyExport(deployment, data);
    new CfnOutput(this, 'EventBusName', { value: this.bus.eventBusName });
  }

  #deliver({ partner, deliveries }: Deployment, { table, documents, packages }: DataStack) {
    const ofPackages = deliveries.filter(({ format }) => format === 'package').map(({ name }) => name);
    const sendFiles = ofPackages.length === 0 ? undefined : this.sendFiles?.function;
    return new AppFunction(this, 'Deliver', {
      bundle: 'delivery',
      description: 'Delivers submitted applications to the university',
      environment: {
        TABLE_NAME: table.tableName,
        DOCUMENTS_BUCKET: documents.bucketName,
        PACKAGES_BUCKET: packages.bucketName,
        EVENT_BUS: this.bus.eventBusName,
        PARTNER: partner,
        ...(sendFiles && {
          PACKAGE_DELIVERIES: ofPackages.join(' '),
          SEND_FILES_FUNCTION: sendFiles.functionName,
        }),
      },
      grants: deliveryGrants({
        table: table.tableArn,
        documents: documents.bucketArn,
        packages: packages.bucketArn,
        bus: this.bus.eventBusArn,
        sendFiles: sendFiles?.functionArn,
      }),
      memorySize: 1769, // one whole processor
      timeout: Duration.minutes(5),
      retryAttempts: 0, // the next run comes soon enough
    });
  }

  #nightlyExport({ partner, environment }: Deployment, { table, packages }: DataStack) {
    const nightlyExport = new AppFunction(this, 'NightlyExport', {
      bundle: 'nightly-export',
      description: 'Exports each night what was submitted',
      environment: {
        TABLE_NAME: table.tableName,
        PACKAGES_BUCKET: packages.bucketName,
        PARTNER: partner,
        ENVIRONMENT: environment,
      },
      grants: nightlyExportGrants({ table: table.tableArn, packages: packages.bucketArn }),
      timeout: Duration.minutes(15),
      retryAttempts: 2,
    });
    new Rule(this, 'NightlyExportTime', {
      description: 'Once a day, after midnight in the United States',
      schedule: Schedule.cron({
        minute: String(nightlyExportTime.minute),
        hour: String(nightlyExportTime.hour),
      }),
      targets: [new LambdaFunction(nightlyExport.function)],
    });
    // Operators rehearse a night with it (scripts/operator/nightly.ts).
    new CfnOutput(this, 'NightlyExportFunction', { value: nightlyExport.function.functionName });
    return nightlyExport;
  }

  #runByTheClock({ function: deliver }: AppFunction) {
    new Rule(this, 'DeliverTime', {
      description: 'Every minute',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(deliver, { retryAttempts: 0 })],
    });
  }
}
