import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { largeResult } from './payloads.ts';
import type { FunctionFailure, WorkerCall, WorkerReply, WorkerSetup } from './protocol.ts';
import type { FunctionDescription } from './read-functions.ts';

/** A call that failed because of the function's error or exit: Lambda's `FunctionError`. */
export class FunctionError extends Error {
  readonly failure: FunctionFailure;

  constructor(failure: FunctionFailure) {
    super(failure.errorMessage);
    this.name = failure.errorType;
    this.failure = failure;
  }
}

interface EnvironmentParts {
  /** Called for every line that the function prints. */
  readonly print: (line: string) => void;
  /** The folder of the temporary files of all environments. */
  readonly temporary: string;
  /** Factor by which a call may exceed its timeout before it is stopped. */
  readonly patience: number;
}

const exitError = 'Runtime.ExitError';
const died = (message: string) => new FunctionError({ errorType: exitError, errorMessage: message });

/** One warm execution environment: a worker thread with its own variables, memory cap and console. */
export class Environment {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  readonly #timeout: number;
  readonly #patience: number;
  isDead = false;
  /** True if its code or permissions have changed: it finishes its call and takes no other. */
  isOutdated = false;
  lastUsed = Date.now();

  constructor(
    one: FunctionDescription,
    variables: Readonly<Record<string, string>>,
    { print, temporary, patience }: EnvironmentParts,
  ) {
    this.#timeout = one.timeoutSeconds;
    this.#patience = patience;
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    const files = mkdtempSync(join(temporary, 'environment-'));
    const { folder, handler, logFormat, memory } = one;
    const compileCache = process.env.NODE_COMPILE_CACHE;
    const setup: WorkerSetup = { folder, handler, logFormat, memory, compileCache };
    this.#worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      workerData: setup,
      env: { ...variables, TMPDIR: files },
      stdout: true,
      stderr: true,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: one.memory },
    });
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) printLines(stream, print);
    this.#worker.once('exit', () => {
      this.isDead = true;
      rmSync(files, { recursive: true, force: true, maxRetries: 3 });
    });
    this.#worker.on('error', (error) => print(String(error?.stack ?? error)));
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.once('message', () => resolve());
      this.#worker.once('error', (error) => reject(died(String(error))));
      this.#worker.once('exit', (code) => reject(died(`Runtime exited with error: exit status ${code}`)));
    });
    this.#ready.catch(() => undefined);
  }

  async invoke(call: Omit<WorkerCall, 'milliseconds'>): Promise<unknown> {
    await this.#ready;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onMessage = (answer: WorkerReply) => {
      if (!('id' in answer) || answer.id !== call.id) return;
      const failure = 'error' in answer ? answer.error : largeResult(answer.result);
      if (failure?.errorType === exitError) void this.end();
      if (failure !== undefined) reject(new FunctionError(failure));
      else if ('result' in answer) resolve(JSON.parse(answer.result));
    };
    const onError = (error: unknown) => reject(died(String(error)));
    const onExit = (code: number) =>
      reject(died(`RequestId: ${call.id} Error: Runtime exited with error: exit status ${code}`));
    const limit = this.#timeout * this.#patience * 1000;
    const timer = setTimeout(() => {
      const errorMessage = `RequestId: ${call.id} Error: Task timed out after ${this.#timeout.toFixed(2)} seconds`;
      reject(new FunctionError({ errorType: 'Sandbox.Timedout', errorMessage }));
      void this.end();
    }, limit);
    this.#worker.on('message', onMessage).once('exit', onExit).once('error', onError);
    this.#worker.postMessage({ ...call, milliseconds: this.#timeout * 1000 } satisfies WorkerCall);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.lastUsed = Date.now();
      this.#worker.off('message', onMessage).off('exit', onExit).off('error', onError);
    }
  }

  async end() {
    this.isDead = true;
    await this.#worker.terminate();
  }
}

function printLines(stream: NodeJS.ReadableStream, print: (line: string) => void) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.filter((line) => line !== '').forEach(print);
  });
}
