import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Match, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { EventBus as EventBusTarget, LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { nightlyExportTime } from '../../shared/api/export-time.ts';
import type { Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { SftpSender } from '../constructs/sftp-sender.ts';
import { deliveryGrants } from '../grants/delivery.ts';
import { nightlyExportGrants } from '../grants/nightly-export.ts';
import type { DataStack } from './data-stack.ts';

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
  /** Sends the files of each night by SFTP; undefined without the setting. */
  readonly sftp: SftpSender | undefined;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: DeliveryStackProps) {
    super(scope, id, props);
    this.bus = new EventBus(this, 'Events', {
      eventBusName: `matricula-${deployment.name}`,
      description: 'Says which applications were submitted',
    });
    this.deliver = this.#deliver(deployment, data);
    this.#runByTheClock(this.deliver);
    this.nightlyExport = this.#nightlyExport(deployment, data);
    const { sftp, forwardEventsTo } = deployment.deliveries;
    this.sftp =
      sftp &&
      new SftpSender(this, 'Sftp', { setting: sftp, stage: deployment.name, packages: data.packages });
    if (forwardEventsTo) this.#forwardEvents(forwardEventsTo);
    new CfnOutput(this, 'EventBusName', { value: this.bus.eventBusName });
  }

  #deliver({ partner }: Deployment, { table, documents, packages }: DataStack) {
    return new AppFunction(this, 'Deliver', {
      bundle: 'delivery',
      description: 'Delivers submitted applications to the university',
      environment: {
        TABLE_NAME: table.tableName,
        DOCUMENTS_BUCKET: documents.bucketName,
        PACKAGES_BUCKET: packages.bucketName,
        EVENT_BUS: this.bus.eventBusName,
        PARTNER: partner,
      },
      grants: deliveryGrants({
        table: table.tableArn,
        documents: documents.bucketArn,
        packages: packages.bucketArn,
        bus: this.bus.eventBusArn,
      }),
      memorySize: 1769, // one whole processor
      timeout: Duration.minutes(5),
      retryAttempts: 0, // the next run comes soon enough
    });
  }

  #nightlyExport({ partner, deliveries: { format } }: Deployment, { table, packages }: DataStack) {
    const nightlyExport = new AppFunction(this, 'NightlyExport', {
      bundle: 'nightly-export',
      description: 'Exports each night what was submitted',
      environment: {
        TABLE_NAME: table.tableName,
        PACKAGES_BUCKET: packages.bucketName,
        PARTNER: partner,
        EXPORT_FORMAT: format,
      },
      grants: nightlyExportGrants({
        table: table.tableArn,
        packages: packages.bucketArn,
        hasPdfs: format === 'slate',
      }),
      memorySize: 1769, // one whole processor
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
    return nightlyExport;
  }

  /** The owner of the other bus allows this account to put events. */
  #forwardEvents(bus: string) {
    new Rule(this, 'Forward', {
      description: 'Every event, for a bus of the university',
      eventBus: this.bus,
      eventPattern: { source: Match.prefix('') },
      targets: [new EventBusTarget(EventBus.fromEventBusArn(this, 'OtherBus', bus))],
    });
  }

  #runByTheClock({ function: deliver }: AppFunction) {
    new Rule(this, 'DeliverTime', {
      description: 'Every minute',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(deliver, { retryAttempts: 0 })],
    });
  }
}
