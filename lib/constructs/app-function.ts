import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  Alias,
  Architecture,
  type CfnFunction,
  Code,
  type FunctionOptions,
  Handler,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { builtPath } from './build-folder.ts';
import { functionRole, type Grant } from './function-role.ts';
import { logGroup } from './log-group.ts';

type Tuning =
  | 'functionName'
  | 'layers'
  | 'memorySize'
  | 'ephemeralStorageSize'
  | 'retryAttempts'
  | 'timeout'
  | 'reservedConcurrentExecutions'
  | 'vpc'
  | 'vpcSubnets'
  | 'securityGroups';

export interface AppFunctionProps extends Pick<FunctionOptions, Tuning> {
  /** The name of the folder in dist/functions, which `npm run build` creates. */
  readonly bundle: string;
  /** `cdk deploy` builds an image from `image/Dockerfile` in the bundle's folder. */
  readonly packaging?: 'archive' | 'image';
  readonly description: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly grants: readonly Grant[];
  /** Gets the events of asynchronous calls that failed for good. The grants let the function send there. */
  readonly failedEvents?: IQueue;
}

/** A Lambda function with its own bundle, role and log group. */
export class AppFunction extends Construct {
  readonly function: LambdaFunction;
  #live: Alias | undefined;

  constructor(scope: Construct, id: string, props: AppFunctionProps) {
    super(scope, id);
    const { bundle, packaging = 'archive', environment, grants, failedEvents, ...tuning } = props;
    const log = logGroup(this, 'Log');
    this.function = new LambdaFunction(this, 'Function', {
      ...packagings[packaging](builtPath(this, 'functions', bundle)),
      architecture: Architecture.ARM_64,
      memorySize: 1024,
      timeout: Duration.seconds(10),
      loggingFormat: LoggingFormat.JSON,
      logGroup: log,
      role: functionRole(this, log, grants),
      environment: { ...environment },
      // Earlier versions stay, so that the alias can be pointed back to one.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...tuning,
    });
    // The L2 properties would add more, unnamed statements to the role.
    const resource = this.function.node.defaultChild as CfnFunction;
    resource.tracingConfig = { mode: 'Active' };
    if (failedEvents !== undefined) resource.deadLetterConfig = { targetArn: failedEvents.queueArn };
  }

  /** The version that gets the calls of routes and state machines. A release points it to the next one. */
  get live(): Alias {
    this.#live ??= new Alias(this, 'Live', { aliasName: 'live', version: this.function.currentVersion });
    return this.#live;
  }
}

const handler = 'index.handler';

const packagings = {
  archive: (folder: string) => ({ runtime: Runtime.NODEJS_24_X, handler, code: Code.fromAsset(folder) }),
  image: (folder: string) => ({
    runtime: Runtime.FROM_IMAGE,
    handler: Handler.FROM_IMAGE,
    code: Code.fromAssetImage(folder, {
      file: 'image/Dockerfile',
      platform: Platform.LINUX_ARM64,
      cmd: [handler],
    }),
  }),
};
