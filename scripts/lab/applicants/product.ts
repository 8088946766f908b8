import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../build/root.ts';

const patience = 60_000;

/** One run of the product's process. */
export interface Life {
  readonly title: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** As `npm start` runs it. */
export const asStarted = (port: number, data: string): readonly string[] => [
  join(root, 'scripts/main.ts'),
  ...['start', '--port', String(port), '--data', data],
];

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** The product in a separate process, which is killed and started again. */
export class Product {
  readonly url: string;
  readonly #output: WriteStream;
  #child: ChildProcess | undefined;
  #isAnswering = Promise.withResolvers<void>();

  constructor(port: number, log: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.#output = createWriteStream(log, { flags: 'a' });
  }

  /** Starts the product, and returns the milliseconds until the page and the API respond. */
  async start({ title, args, env }: Life): Promise<number> {
    this.#output.write(`${title}\n`);
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the product exits when this process is killed
    });
    this.#child = child;
    child.stdout?.pipe(this.#output, { end: false });
    child.stderr?.pipe(this.#output, { end: false });
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`The product ended with code ${child.exitCode}.`);
      if (performance.now() - began > patience) throw new Error('The product does not answer.');
      await pause(50);
    }
    this.#isAnswering.resolve();
    return performance.now() - began;
  }

  /** Resolves if the product responds, or when it responds again after a kill. */
  answering(): Promise<void> {
    return this.#isAnswering.promise;
  }

  async kill(): Promise<void> {
    this.#isAnswering = Promise.withResolvers();
    await this.#end('SIGKILL');
  }

  async close(): Promise<void> {
    await this.#end('SIGTERM');
    this.#output.end();
  }

  /** Kills every LibreOffice process that the product is running. */
  killConverters(): number {
    const converters = this.#descendants().filter(({ command }) => /soffice/.test(command));
    for (const { pid } of converters) killQuietly(pid);
    return converters.length;
  }

  async #answers(): Promise<boolean> {
    const paths = ['/', '/api/profile'];
    const asked = paths.map((path) => fetch(this.url + path).then(({ status }) => status < 500));
    return (await Promise.all(asked).catch(() => [false])).every(Boolean);
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  #descendants(): readonly Running[] {
    const all = runningProcesses();
    const below = (pid: number): readonly Running[] =>
      all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...below(each.pid)]);
    return this.#child?.pid === undefined ? [] : below(this.#child.pid);
  }
}

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

const runningProcesses = (): readonly Running[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
