import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { type PushedDelivery, transferEvents } from '../../shared/api/deliveries.ts';
import type { DeliverySetting, Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { SftpConnector } from '../constructs/sftp-connector.ts';
import { sendFilesGrants } from '../grants/send-files.ts';
import type { DataStack } from './data-stack.ts';

export interface SendFilesProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
}

const outgoing = 'outgoing/';

/** `slate-files` becomes `SlateFiles`, for the ids of constructs and outputs. */
const idOf = (name: string) =>
  name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** Sends applications to the university's systems, as the setting `deliveries` says. */
export class SendFiles extends Construct {
  readonly function: AppFunction;
  readonly #connectors: ReadonlyMap<string, SftpConnector>;

  constructor(scope: Construct, id: string, { deployment, data }: SendFilesProps) {
    super(scope, id);
    const { deliveries, partner } = deployment;
    this.#connectors = new Map(
      deliveries.flatMap((setting) =>
        setting.to === 'sftp' ? [[setting.name, this.#connect(setting, deployment.name, data)]] : [],
      ),
    );
    this.function = new AppFunction(this, 'Sender', {
      bundle: 'send-files',
      description: "Sends applications to the university's systems",
      environment: {
        TABLE_NAME: data.table.tableName,
        PACKAGES_BUCKET: data.packages.bucketName,
        PARTNER: partner,
        DELIVERIES: Stack.of(this).toJsonString(deliveries.map((setting) => this.#pushed(setting))),
      },
      grants: this.#grants(deliveries, data),
      memorySize: 1769, // one whole processor
      timeout: Duration.minutes(5),
      retryAttempts: 0, // the next run comes soon enough
    });
    new Rule(this, 'Time', {
      description: 'Every minute',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.function.function, { retryAttempts: 0 })],
    });
    if (this.#connectors.size > 0) this.#hearOutcomes();
  }

  #connect(setting: Extract<DeliverySetting, { to: 'sftp' }>, stage: string, { packages }: DataStack) {
    const id = idOf(setting.name);
    const made = new SftpConnector(this, id, {
      ...{ setting, stage },
      bucket: packages.bucketArn,
      prefix: `${outgoing}${setting.name}/`,
    });
    new CfnOutput(this, `${id}KeyArn`, { value: made.secret.secretArn }).overrideLogicalId(`${id}KeyArn`);
    new CfnOutput(this, `${id}ConnectorId`, {
      value: made.connector.attrConnectorId,
    }).overrideLogicalId(`${id}ConnectorId`);
    return made;
  }

  #pushed(setting: DeliverySetting): PushedDelivery {
    const { name, format, schedule } = setting;
    const common = { name, format, schedule };
    if (setting.to === 's3') return { ...common, to: 's3', ...placeOf(setting) };
    if (setting.to === 'eventbridge') return { ...common, to: 'eventbridge', bus: setting.bus };
    const connector = this.#connectors.get(name)?.connector.attrConnectorId ?? '';
    return { ...common, to: 'sftp', connector, folder: setting.folder };
  }

  #grants(deliveries: Deployment['deliveries'], { table, packages }: DataStack) {
    const { partition } = Stack.of(this);
    return sendFilesGrants({
      table: table.tableArn,
      packages: packages.bucketArn,
      hasRows: deliveries.some(({ format }) => format !== 'package'),
      hasPackages: deliveries.some(({ format }) => format === 'package' || format === 'slate'),
      connectors: [...this.#connectors.values()].map(({ connector }) => connector.attrArn),
      objects: deliveries.flatMap((each) =>
        each.to === 's3' ? [`arn:${partition}:s3:::${each.bucket}/${each.prefix}*`] : [],
      ),
      buses: deliveries.flatMap((each) => (each.to === 'eventbridge' ? [each.bus] : [])),
    });
  }

  /** Outcomes arrive as events. The run of each minute looks for the outcome of a lost one. */
  #hearOutcomes() {
    new Rule(this, 'Outcomes', {
      description: 'Outcomes of transfers by SFTP',
      eventPattern: {
        source: ['aws.transfer'],
        detailType: [...transferEvents],
        detail: {
          'connector-id': [...this.#connectors.values()].map(({ connector }) => connector.attrConnectorId),
        },
      },
      targets: [new LambdaFunction(this.function.function, { retryAttempts: 0 })],
    });
  }
}

const placeOf = ({ bucket, prefix, region }: Extract<DeliverySetting, { to: 's3' }>) => ({
  ...{ bucket, prefix, region },
});
