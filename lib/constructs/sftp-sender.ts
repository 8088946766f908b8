import { CfnOutput, Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  Choice,
  Condition,
  Fail,
  JsonPath,
  Parallel,
  Succeed,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { CallAwsService } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import type { SftpSetting } from '../config/index.ts';
import { SftpConnector } from './sftp-connector.ts';
import { LoggedStateMachine } from './state-machine.ts';

export interface SftpSenderProps {
  readonly setting: SftpSetting;
  readonly stage: string;
  readonly packages: IBucket;
}

/** The next try of a file comes after 1, 3 and 9 minutes, and then every hour: almost a day in all. */
const tries = { interval: Duration.minutes(1), backoffRate: 3, maxDelay: Duration.hours(1), maxAttempts: 24 };

/**
 * Sends each file of the nightly export to the university's SFTP server. A file is one execution: it starts
 * the transfer, waits for its result, and starts again if it failed.
 */
export class SftpSender extends Construct {
  readonly machine: LoggedStateMachine;

  constructor(scope: Construct, id: string, { setting, stage, packages }: SftpSenderProps) {
    super(scope, id);
    const { secret, connector } = new SftpConnector(this, 'Server', {
      ...{ setting, stage },
      bucket: packages.bucketArn,
      prefix: 'exports/',
    });
    const { attrConnectorId: ConnectorId, attrArn } = connector;
    const start = this.#call('Start', 'startFileTransfer', attrArn, {
      ...{ ConnectorId, RemoteDirectoryPath: setting.folder },
      SendFilePaths: JsonPath.listAt('$.paths'),
    });
    const results = this.#call('Result', 'listFileTransferResults', attrArn, {
      ConnectorId,
      TransferId: JsonPath.stringAt('$.Start.TransferId'),
    });
    const wait = new Wait(this, 'Wait', { time: WaitTime.duration(Duration.seconds(30)) });
    const isNow = (status: string) =>
      Condition.stringEquals('$.Result.FileTransferResults[0].StatusCode', status);
    const isSent = new Choice(this, 'IsSent')
      .when(isNow('COMPLETED'), new Succeed(this, 'Sent'))
      .when(isNow('FAILED'), new Fail(this, 'NotSent', { error: 'FileNotSent' }))
      .otherwise(wait);
    const send = new Parallel(this, 'Send').branch(start.next(wait).next(results).next(isSent));
    this.machine = new LoggedStateMachine(this, 'Machine', {
      definition: send.addRetry({ errors: ['States.ALL'], ...tries }),
      timeout: Duration.days(2).toSeconds(),
    });
    this.#startWithFiles(packages);
    for (const [name, value] of [
      ['SftpKeyArn', secret.secretArn],
      ['SftpConnectorId', ConnectorId],
    ] as const)
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }

  #call(id: string, action: string, connector: string, parameters: Readonly<Record<string, unknown>>) {
    return new CallAwsService(this, id, {
      ...{ service: 'transfer', action, parameters: { ...parameters } },
      iamResources: [connector],
      iamAction: `transfer:${action.slice(0, 1).toUpperCase()}${action.slice(1)}`,
      resultPath: `$.${id}`,
    });
  }

  /** The names of the files end with a time and a number. The index and the manifest are not sent. */
  #startWithFiles(packages: IBucket) {
    new Rule(this, 'Files', {
      description: 'Files of the nightly export',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [packages.bucketName] }, object: { key: [{ wildcard: 'exports/*Z-*' }] } },
      },
      targets: [
        new SfnStateMachine(this.machine, {
          input: RuleTargetInput.fromObject({
            paths: [
              `/${EventField.fromPath('$.detail.bucket.name')}/${EventField.fromPath('$.detail.object.key')}`,
            ],
          }),
        }),
      ],
    });
  }
}
