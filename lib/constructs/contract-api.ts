import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Route } from '../../shared/api/route.ts';
import { accept } from '../checks/reviewed-checks.ts';
import { AppFunction, type AppFunctionProps } from './app-function.ts';
import { logGroup } from './logs.ts';

export interface ContractApiProps<Group extends string> {
  readonly groups: Readonly<Record<Group, Readonly<Record<string, Route>>>>;
  readonly functionFor: (group: Group) => AppFunctionProps;
  readonly throttle: { readonly rate: number; readonly burst: number };
}

/** An HTTP API with one function for each group of calls and one route for each call. */
export class ContractApi<Group extends string> extends Construct {
  readonly api: HttpApi;
  /** By the name of the group. */
  readonly functions: Readonly<Record<string, AppFunction>>;
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, { groups, functionFor, throttle }: ContractApiProps<Group>) {
    super(scope, id);
    this.api = new HttpApi(this, 'Http', { createDefaultStage: false });
    accept(this.api, /APIG4/, 'Functions check sessions against the table, so logging out works immediately');
    this.functions = Object.fromEntries(
      keysOf(groups).map((group) => {
        const appFunction = new AppFunction(this, group, functionFor(group));
        this.#route(group, groups[group], appFunction);
        return [group, appFunction];
      }),
    );
    this.accessLog = logGroup(this, 'AccessLog');
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // Metrics of each route are billed one by one, and no graph or alarm reads them.
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(accessLogLine),
      },
    });
  }

  #route(group: Group, calls: Readonly<Record<string, Route>>, appFunction: AppFunction) {
    const integration = new HttpLambdaIntegration(`${group}-integration`, appFunction.function, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      scopePermissionToRoute: false, // one permission for a function instead of one for each route
    });
    for (const { method, path } of Object.values(calls))
      this.api.addRoutes({ path, methods: [HttpMethod[method]], integration });
  }
}

/** Route keys instead of URLs: a path may contain a reset id, and a query string a token. */
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

// Object.keys returns string[], because an object may have more keys than its type says. These records are
// literals.
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];
