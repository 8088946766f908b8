import { Duration } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
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
import { logGroup } from './logs.ts';

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

/** A function without versions, so a grant to call it names no version. */
class UnversionedFunction extends LambdaFunction {
  override get resourceArnsForGrantInvoke() {
    return [this.functionArn];
  }
}

/** A Lambda function with its own bundle, role and log group. */
export class AppFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: AppFunctionProps) {
    super(scope, id);
    const { bundle, packaging = 'archive', environment, grants, failedEvents, ...tuning } = props;
    const log = logGroup(this, 'Log');
    this.function = new UnversionedFunction(this, 'Function', {
      ...packagings[packaging](builtPath(this, 'functions', bundle)),
      architecture: Architecture.ARM_64,
      memorySize: 1024,
      timeout: Duration.seconds(10),
      loggingFormat: LoggingFormat.JSON,
      logGroup: log,
      role: functionRole(this, log, grants),
      environment: { ...environment },
      ...tuning,
    });
    // The L2 properties would add more, unnamed statements to the role.
    const resource = this.function.node.defaultChild as CfnFunction;
    resource.tracingConfig = { mode: 'Active' };
    if (failedEvents !== undefined) resource.deadLetterConfig = { targetArn: failedEvents.queueArn };
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
