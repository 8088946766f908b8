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
import { logGroup } from './log-group.ts';

export interface LoggedStateMachineProps {
  readonly definition: IChainable;
  readonly timeout: Duration;
}

/** A state machine whose log keeps every step, but never what the steps were given. */
export class LoggedStateMachine extends StateMachine {
  constructor(scope: Construct, id: string, { definition, timeout }: LoggedStateMachineProps) {
    // Step Functions writes only to groups with this prefix without a growing resource policy.
    const log = logGroup(
      scope,
      `${id}Log`,
      `/aws/vendedlogs/states/${scope.node.path.replaceAll('/', '-')}-${id}`,
    );
    super(scope, id, {
      definitionBody: DefinitionBody.fromChainable(definition),
      timeout,
      tracingEnabled: true,
      logs: { destination: log, level: LogLevel.ALL, includeExecutionData: false },
    });
  }
}

export interface LambdaStepProps {
  readonly function: IFunction;
  readonly payload: TaskInput;
  readonly timeout: Duration;
}

/** One step: a function's answer is the next step's input. A full house is waited for, as the queue before the converters. */
export function lambdaStep(
  scope: Construct,
  id: string,
  { function: lambdaFunction, payload, timeout }: LambdaStepProps,
): LambdaInvoke {
  const task = new LambdaInvoke(scope, id, {
    lambdaFunction,
    payload,
    outputPath: '$.Payload',
    taskTimeout: Timeout.duration(timeout),
    retryOnServiceExceptions: false,
  });
  task.addRetry({
    errors: [
      'Lambda.TooManyRequestsException',
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
    ],
    interval: Duration.seconds(1),
    backoffRate: 2,
    maxAttempts: 5,
  });
  return task;
}
