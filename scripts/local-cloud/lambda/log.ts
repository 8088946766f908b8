import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { denial } from '../iam/guard.ts';
import type { Permissions } from '../iam/roles.ts';
import type { FunctionDescription } from './read-functions.ts';

/** CloudWatch Logs for functions: JSON lines in one file, each written with the role of its function. */
export class FunctionLog {
  readonly #file: string;
  readonly #permissions: Permissions;
  readonly #complain: (complaint: string) => void;

  constructor(
    folder: string,
    { permissions, log }: { readonly permissions: Permissions; readonly log: (complaint: string) => void },
  ) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'functions.jsonl');
    appendFileSync(this.#file, '');
    this.#permissions = permissions;
    this.#complain = log;
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
    const entry = { time: new Date().toISOString(), function: one.name, ...printed(parsed(line)) };
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Log lines that Lambda itself writes after each call: the thrown error, and the duration. */
  report(one: FunctionDescription, requestId: string) {
    const started = performance.now();
    return (status: 'success' | 'error', thrown?: unknown) => {
      const durationMs = Number((performance.now() - started).toFixed(1));
      if (status === 'error') this.write(one, JSON.stringify({ level: 'ERROR', message: String(thrown) }));
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
