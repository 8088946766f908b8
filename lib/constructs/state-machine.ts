import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  DefinitionBody,
  type IChainable,
  LogLevel,
  StateMachine,
  type TaskInput,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { firstWait, type StepTime } from '../../shared/api/conversion-time.ts';
import { logGroup } from './log-group.ts';

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
  }
}

export interface LambdaStepProps {
  readonly function: IFunction;
  readonly payload: TaskInput;
  readonly time: StepTime;
}

/**
 * A step that calls a function and passes its result on. When too many functions run, it waits and retries, so that
 * uploads queue up before the converters. Other errors are retried only if the step says so.
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
    errors: [
      'Lambda.TooManyRequestsException',
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
    ],
    ...waits,
    maxAttempts: time.whenThrottled,
  });
  if (time.repeats > 0) task.addRetry({ errors: ['States.ALL'], ...waits, maxAttempts: time.repeats });
  return task;
}

const waits = { interval: Duration.seconds(firstWait), backoffRate: 2 };
