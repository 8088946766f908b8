import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { logAsJson } from './json-console.ts';
import { isOverMemory } from './memory.ts';
import type { WorkerCall, WorkerReply, WorkerSetup } from './protocol.ts';

// One thread is one execution environment of one function: it loads the bundle once and answers one event at a time.
const { folder, handler, logFormat, memory } = workerData as WorkerSetup;
let requestId = '';
if (logFormat === 'JSON') logAsJson(() => requestId);
const [file, name = 'handler'] = handler.split('.');
const bundle: Record<string, (event: unknown, context: object) => unknown> = await import(
  pathToFileURL(join(folder, `${file}.mjs`)).href
);
const serve = bundle[name];
if (typeof serve !== 'function') throw new Error(`${handler} is not exported by the function's bundle.`);

const answer = (message: WorkerReply) => parentPort?.postMessage(message);

/** Whoever has the answer finds in the log what the function printed: both go to the other thread on ways of their own. */
const printed = () => new Promise<void>((resolve) => void process.stdout.write('', () => resolve()));

/** What Lambda does with an environment that needs more memory than the function has. */
function endOverMemory() {
  if (!isOverMemory(memory)) return;
  const errorMessage = `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`;
  answer({ id: requestId, error: { errorType: 'Runtime.ExitError', errorMessage } });
  process.exit();
}

setInterval(endOverMemory, 100).unref();

parentPort?.on('message', async ({ id, event, milliseconds, context }: WorkerCall) => {
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
    answer({ id, result });
  } catch (error) {
    await printed();
    const { name: errorType = 'Error', message = String(error), stack = '' } = error as Partial<Error>;
    answer({ id, error: { errorType, errorMessage: message, trace: stack.split('\n') } });
  }
});
answer({ ready: true });
