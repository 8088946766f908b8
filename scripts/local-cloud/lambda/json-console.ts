import { format } from 'node:util';

const levels = {
  trace: 'TRACE',
  debug: 'DEBUG',
  log: 'INFO',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
} as const;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

/**
 * Replaces the console as Lambda's Node.js runtime does for the log format JSON: one object stays an object in `message`, and
 * everything else becomes a string, a string of JSON too.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html#node-structured-logs
 */
export function logAsJson(requestId: () => string): void {
  for (const [method, level] of Object.entries(levels))
    Object.assign(console, {
      [method]: (...values: readonly unknown[]) => {
        const [first] = values;
        const message = values.length === 1 && isObject(first) ? first : format(...values);
        const line = { timestamp: new Date().toISOString(), level, requestId: requestId(), message };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      },
    });
}
