import * as z from 'zod/mini';
import type { CloudWatch } from '../cloudwatch/service.ts';
import { LocalCloudError } from '../error.ts';

export const accessLogSettings = z.strictObject({ DestinationArn: z.string(), Format: z.string() });

/** A completed call, as API Gateway logs it. */
export interface AnsweredCall {
  readonly routeKey: string | undefined;
  readonly status: number;
  readonly latency: number;
  /** Undefined if the function was not called. */
  readonly integrationLatency: number | undefined;
  readonly length: number | undefined;
}

const rounded = (milliseconds: number | undefined) =>
  milliseconds === undefined ? undefined : Math.round(milliseconds);

/** Values of the format's variables. A variable without a value is logged as a dash. */
const variables: Readonly<Record<string, (call: AnsweredCall) => string | number | undefined>> = {
  requestId: () => crypto.randomUUID(),
  requestTimeEpoch: () => Date.now(),
  routeKey: ({ routeKey }) => routeKey,
  status: ({ status }) => status,
  responseLatency: ({ latency }) => rounded(latency),
  integrationLatency: ({ integrationLatency }) => rounded(integrationLatency),
  integrationErrorMessage: () => undefined,
  responseLength: ({ length }) => length,
};

/**
 * The access log of a stage. Its lines are only counted by the metric filters of their log group.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export class AccessLog {
  readonly #logGroup: string;
  readonly #format: string;
  readonly #cloudWatch: CloudWatch;

  constructor(
    path: string,
    { DestinationArn, Format }: z.infer<typeof accessLogSettings>,
    cloudWatch: CloudWatch,
  ) {
    for (const [, name = ''] of Format.matchAll(/\$context\.([\w.]+)/g))
      if (variables[name] === undefined)
        throw new LocalCloudError(`${path} logs $context.${name}, which the local cloud does not know.`);
    this.#logGroup = /:log-group:([^:]+)/.exec(DestinationArn)?.[1] ?? '';
    this.#format = Format;
    this.#cloudWatch = cloudWatch;
  }

  write(call: AnsweredCall): void {
    const line = this.#format.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) =>
      String(variables[name]?.(call) ?? '-'),
    );
    this.#cloudWatch.readLine(this.#logGroup, parsed(line));
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
