// @ts-check
import { format } from 'node:util';

const levels = {
  trace: 'TRACE',
  debug: 'DEBUG',
  log: 'INFO',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
};

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !(value instanceof Error);

/**
 * Replaces the console as Lambda's Node.js runtime does for the log format JSON. A single object stays an
 * object in `message`. Everything else becomes a string, even a string of JSON.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html#node-structured-logs
 * @param {() => string} requestId
 */
export function logAsJson(requestId) {
  for (const [method, level] of Object.entries(levels))
    Object.assign(console, {
      /** @param {readonly unknown[]} values */
      [method]: (...values) => {
        const [first] = values;
        const message = values.length === 1 && isObject(first) ? first : format(...values);
        const line = { timestamp: new Date().toISOString(), level, requestId: requestId(), message };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      },
    });
}
