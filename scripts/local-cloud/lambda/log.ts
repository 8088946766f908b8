import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudWatch } from '../cloudwatch/service.ts';
import { denial } from '../iam/guard.ts';
import type { Permissions } from '../iam/roles.ts';
import type { FunctionDescription } from './read-functions.ts';

/** CloudWatch Logs for functions: JSON lines in one file, each written with the role of its function. */
export class FunctionLog {
  readonly #file: string;
  readonly #permissions: Permissions;
  readonly #complain: (complaint: string) => void;
  readonly #cloudWatch: CloudWatch;

  constructor(
    folder: string,
    {
      permissions,
      cloudWatch,
      log,
    }: {
      readonly permissions: Permissions;
      readonly cloudWatch: CloudWatch;
      readonly log: (complaint: string) => void;
    },
  ) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'functions.jsonl');
    appendFileSync(this.#file, '');
    this.#permissions = permissions;
    this.#complain = log;
    this.#cloudWatch = cloudWatch;
  }

  /**
   * Writes a log line. If the function's role may not write, the line is lost and `complain` reports it; the
   * function continues.
   */
  write(one: FunctionDescription, line: string) {
    const resource = `arn:aws:logs:us-east-1:000000000000:log-group:${one.logGroup}:log-stream:local`;
    const deed = { action: 'logs:PutLogEvents', resource };
    if (!this.#permissions.roleAllows(one.role, deed.action, deed.resource))
      return this.#complain(denial(one.role, deed));
    const read = parsed(line);
    const entry = { time: new Date().toISOString(), function: one.name, ...printed(read) };
    this.#append(JSON.stringify(entry));
    this.#cloudWatch.readLine(one.logGroup, read);
  }

  /** A full disk loses the line but does not fail the call. */
  #append(line: string) {
    try {
      appendFileSync(this.#file, `${line}\n`);
    } catch (error) {
      this.#complain(`A line of ${this.#file} is lost: ${error instanceof Error ? error.message : error}`);
    }
  }

  #count(FunctionName: string, values: Readonly<Record<string, number>>) {
    for (const [name, value] of Object.entries(values))
      this.#cloudWatch.count({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName } }, value);
  }

  /** Counts a call that Lambda throttled. It is not an invocation, and writes no log line. */
  throttled(one: FunctionDescription) {
    this.#count(one.name, { Throttles: 1 });
  }

  /** Log lines that Lambda itself writes after each call: the thrown error, and the duration. */
  report(one: FunctionDescription, requestId: string) {
    const started = performance.now();
    return (status: 'success' | 'error', thrown?: unknown) => {
      const durationMs = Number((performance.now() - started).toFixed(1));
      if (status === 'error') this.write(one, JSON.stringify({ level: 'ERROR', message: String(thrown) }));
      this.#count(one.name, { Invocations: 1, Errors: status === 'error' ? 1 : 0, Duration: durationMs });
      const record = { requestId, status, metrics: { durationMs } };
      this.write(one, JSON.stringify({ type: 'platform.report', record }));
    };
  }
}

/** A line of Lambda's JSON format keeps its level and request; any other is a message as it stands. */
function printed(line: unknown): object {
  if (typeof line !== 'object' || line === null || !('timestamp' in line)) return { message: line };
  const { timestamp: _, ...rest } = line;
  return rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
