import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { EventBus, Match, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { EventBus as EventBusTarget, LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { nightlyExportTime } from '../../shared/api/export-time.ts';
import type { Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { SftpSender } from '../constructs/sftp-sender.ts';
import { nightlyExportGrants, outboxGrants } from '../grants/delivery.ts';
import type { DataStack, DeploymentProps } from './data-stack.ts';

/**
 * Does the work that follows a change: mails to applicants, and for the university a package in a bucket,
 * then an event on a bus.
 */
export class DeliveryStack extends Stack {
  /** The university's systems subscribe to it with their own rules. */
  readonly bus: EventBus;
  /** Mails applicants and delivers, right after a change and every minute. */
  readonly outbox: AppFunction;
  /** Exports each day's submissions as files. */
  readonly nightlyExport: AppFunction;
  /** Sends the files of each night by SFTP; undefined without the setting. */
  readonly sftp: SftpSender | undefined;

  constructor(scope: Construct, id: string, { deployment, data, ...props }: DeploymentProps) {
    super(scope, id, props);
    this.bus = new EventBus(this, 'Events', {
      eventBusName: `matricula-${deployment.name}`,
      description: 'Says which applications were submitted',
    });
    this.outbox = this.#outboxFunction(deployment, data);
    this.#runByTheClock(this.outbox);
    this.nightlyExport = this.#nightlyExport(deployment, data);
    const { sftp, forwardEventsTo } = deployment.deliveries;
    this.sftp =
      sftp &&
      new SftpSender(this, 'Sftp', { setting: sftp, stage: deployment.name, packages: data.packages });
    if (forwardEventsTo) this.#forwardEvents(forwardEventsTo);
    new CfnOutput(this, 'EventBusName', { value: this.bus.eventBusName });
  }

  #outboxFunction(deployment: Deployment, data: DataStack) {
    const { table, documents, packages, pepperSecret, mailEvents } = data;
    return new AppFunction(this, 'Outbox', {
      bundle: 'outbox',
      description: 'Mails applicants, and delivers submitted applications to the university',
      environment: {
        TABLE_NAME: table.tableName,
        DOCUMENTS_BUCKET: documents.bucketName,
        PACKAGES_BUCKET: packages.bucketName,
        EVENT_BUS: this.bus.eventBusName,
        PEPPER_SECRET_ARN: pepperSecret.secretArn,
        MAIL_FROM: deployment.mail.from,
        MAIL_CONFIGURATION_SET: mailEvents.configurationSetName,
      },
      grants: outboxGrants({
        table: table.tableArn,
        documents: documents.bucketArn,
        packages: packages.bucketArn,
        bus: this.bus.eventBusArn,
        pepperSecret: pepperSecret.secretArn,
        ...mailEvents.arns(deployment.mail.from),
      }),
      memorySize: 1769, // one whole processor
      timeout: Duration.minutes(5),
      retryAttempts: 0, // the next run comes soon enough
    });
  }

  #nightlyExport({ deliveries: { format } }: Deployment, { table, packages }: DataStack) {
    const nightlyExport = new AppFunction(this, 'NightlyExport', {
      bundle: 'nightly-export',
      description: 'Exports each night what was submitted',
      environment: {
        TABLE_NAME: table.tableName,
        PACKAGES_BUCKET: packages.bucketName,
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

  #runByTheClock({ function: outbox }: AppFunction) {
    const every = (minutes: number, id: string, task: string) =>
      new Rule(this, id, {
        description: minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`,
        schedule: Schedule.rate(Duration.minutes(minutes)),
        targets: [
          new LambdaFunction(outbox, { retryAttempts: 0, event: RuleTargetInput.fromObject({ task }) }),
        ],
      });
    every(1, 'OutboxTime', 'outbox');
    every(5, 'RemindersTime', 'reminders');
  }
}
