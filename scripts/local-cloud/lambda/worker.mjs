// @ts-check
// One thread is one execution environment of one function. It loads the bundle once and serves one event at a
// time. JavaScript, as are the files that it imports: to strip types, each new thread would load Node's
// TypeScript parser.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { logAsJson } from './json-console.mjs';
import { isOverMemory } from './memory.mjs';

/** @import { WorkerCall, WorkerReply, WorkerSetup } from './protocol.ts' */

/** @type {WorkerSetup} */
const { folder, handler, logFormat, memory, compileCache } = workerData;
if (compileCache !== undefined) enableCompileCache(compileCache);
// The SDK imports node:http, which would read these and load undici. On AWS it uses node:https, without them.
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent'])
  Reflect.deleteProperty(process.getBuiltinModule('node:http'), name);
let requestId = '';
if (logFormat === 'JSON') logAsJson(() => requestId);
const [file, name = 'handler'] = handler.split('.');
/** @type {Readonly<Record<string, (event: unknown, context: object) => unknown>>} */
const bundle = await import(pathToFileURL(join(folder, `${file}.mjs`)).href);
const serve = bundle[name];
if (typeof serve !== 'function') throw new Error(`${handler} is not exported by the function's bundle.`);

/** @param {WorkerReply} message */
const reply = (message) => parentPort?.postMessage(message);

/**
 * Resolves when everything that the function printed is on its way. Printed lines and responses travel
 * separately, and a caller that has the response expects the lines in the log.
 * @returns {Promise<void>}
 */
const printed = () => new Promise((resolve) => void process.stdout.write('', () => resolve()));

/** Ends this environment, as Lambda does, if it needs more memory than the function has. */
function endOverMemory() {
  if (!isOverMemory(memory)) return;
  const errorMessage = `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`;
  reply({ id: requestId, error: { errorType: 'Runtime.ExitError', errorMessage } });
  process.exit();
}

setInterval(endOverMemory, 100).unref();

parentPort?.on('message', async (/** @type {WorkerCall} */ { id, event, milliseconds, context }) => {
  requestId = id;
  const end = performance.now() + milliseconds;
  const full = {
    ...context,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, end - performance.now()),
  };
  try {
    const result = JSON.stringify(await serve(event, full)) ?? 'null';
    endOverMemory();
    await printed();
    reply({ id, result });
  } catch (error) {
    await printed();
    const thrown = /** @type {Partial<Error>} */ (error);
    const { name: errorType = 'Error', message = String(error), stack = '' } = thrown;
    reply({ id, error: { errorType, errorMessage: message, trace: stack.split('\n') } });
  }
});
reply({ ready: true });
