import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  DefinitionBody,
  type IChainable,
  JitterType,
  LogLevel,
  StateMachine,
  type TaskInput,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { type StepTime, type Waits, waits } from '../../shared/api/conversion-time.ts';
import { accept } from '../checks/reviewed-checks.ts';
import { logGroup } from './logs.ts';

export interface LoggedStateMachineProps {
  readonly definition: IChainable;
  /** Seconds. */
  readonly timeout: number;
}

/** A state machine whose log contains every step, but never its input or output. */
export class LoggedStateMachine extends StateMachine {
  constructor(scope: Construct, id: string, { definition, timeout }: LoggedStateMachineProps) {
    // Other prefixes would make Step Functions extend a resource policy, which has a maximum size.
    const log = logGroup(scope, `${id}Log`, {
      logGroupName: `/aws/vendedlogs/states/${scope.node.path.replaceAll('/', '-')}-${id}`,
    });
    super(scope, id, {
      definitionBody: DefinitionBody.fromChainable(definition),
      timeout: Duration.seconds(timeout),
      tracingEnabled: true,
      logs: { destination: log, level: LogLevel.ALL, includeExecutionData: false },
    });
    accept(this, /IAM5\[Resource::\*\]$/, 'Neither log delivery nor traces have a resource');
  }
}

export interface LambdaStepProps {
  readonly function: IFunction;
  readonly payload: TaskInput;
  readonly time: StepTime;
}

/** Lambda runs too many functions, or fails by itself. */
const throttled = [
  'TooManyRequestsException',
  'ServiceException',
  'AWSLambdaException',
  'SdkClientException',
];

/**
 * Lambda lets a function go idle that was not called for weeks: it takes away its network interface and its
 * optimized image. The call that wakes it fails with one of these.
 */
const idle = [
  'ResourceNotReadyException',
  'CodeArtifactUserPendingException',
  'ENINotReadyException',
  'ClientExecutionTimeoutException',
];

/**
 * A step that calls a function and passes its result on. While too many functions run it waits and retries,
 * so that uploads queue up before the converters. It also waits for an idle function. Other errors are
 * retried only if the step says so.
 */
export function lambdaStep(
  scope: Construct,
  id: string,
  { function: lambdaFunction, payload, time }: LambdaStepProps,
): LambdaInvoke {
  const task = new LambdaInvoke(scope, id, {
    lambdaFunction,
    payload,
    outputPath: '$.Payload',
    taskTimeout: Timeout.duration(Duration.seconds(time.seconds)),
    retryOnServiceExceptions: false,
  });
  task.addRetry({
    errors: throttled.map(ofLambda),
    ...retryAfter(waits.throttled),
    maxAttempts: time.whenThrottled,
    jitterStrategy: JitterType.FULL,
  });
  task.addRetry({ errors: idle.map(ofLambda), ...retryAfter(waits.idle), maxAttempts: time.whenIdle });
  if (time.repeats > 0)
    task.addRetry({ errors: ['States.ALL'], ...retryAfter(waits.repeat), maxAttempts: time.repeats });
  return task;
}

const ofLambda = (name: string) => `Lambda.${name}`;

const retryAfter = ({ first, longest }: Waits) => ({
  interval: Duration.seconds(first),
  backoffRate: 2,
  maxDelay: Duration.seconds(longest),
});
