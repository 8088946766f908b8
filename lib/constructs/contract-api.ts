import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { Route } from '../../shared/api/route.ts';
import { AppFunction, type AppFunctionProps } from './app-function.ts';
import { logGroup } from './log-group.ts';

export interface ContractApiProps<Group extends string> {
  readonly groups: Readonly<Record<Group, Readonly<Record<string, Route>>>>;
  readonly functionFor: (group: Group) => AppFunctionProps;
  readonly throttle: { readonly rate: number; readonly burst: number };
}

/** One function for each group of calls and one route for each call: no path is written twice. */
export class ContractApi<Group extends string> extends Construct {
  readonly api: HttpApi;
  readonly functions: Readonly<Record<Group, AppFunction>>;

  constructor(scope: Construct, id: string, { groups, functionFor, throttle }: ContractApiProps<Group>) {
    super(scope, id);
    this.api = new HttpApi(this, 'Http', { createDefaultStage: false });
    this.functions = mapRecord(groups, (calls, group) => {
      const answering = new AppFunction(this, group, functionFor(group));
      this.#route(group, calls, answering);
      return answering;
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup(this, 'AccessLog')),
        format: AccessLogFormat.custom(accessLogLine),
      },
    });
  }

  #route(group: Group, calls: Readonly<Record<string, Route>>, answering: AppFunction) {
    const integration = new HttpLambdaIntegration(`${group}-integration`, answering.function, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    });
    for (const { method, path } of Object.values(calls))
      this.api.addRoutes({ path, methods: [HttpMethod[method]], integration });
  }
}

/** Route keys, never addresses: a path can hold a reset id, and a query a token. */
const accessLogLine = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  length: '$context.responseLength',
});

const mapRecord = <Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  to: (from: From, key: Key) => To,
) =>
  Object.fromEntries(
    Object.entries<From>(record).map(([key, value]) => [key, to(value, key as Key)]),
  ) as Readonly<Record<Key, To>>;
