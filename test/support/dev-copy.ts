import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/build/root.ts';

const parts = [
  ...['bin', 'lib', 'lambdas', 'web', 'shared', 'scripts', 'test'],
  ...['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'],
];

/** `npm run dev` on a copy of the checkout, whose files may be edited. */
export interface DevCopy {
  readonly url: string;
  /** Output so far. */
  readonly output: () => string;
  readonly edit: (file: string, change: (text: string) => string) => void;
  /** Starts the command once more on the same copy. `stop` ends it. */
  readonly startAgain: (...args: readonly string[]) => {
    readonly output: () => string;
    readonly stop: () => Promise<void>;
  };
  /** Runs the command once more on the same copy, and returns its exit code and what it printed. */
  readonly runAgain: (
    ...args: readonly string[]
  ) => Promise<{ readonly code: number | null; readonly output: string }>;
  readonly close: () => Promise<void>;
}

function copyCheckout(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'matricula-dev-')));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

function run(folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(folder, 'scripts/main.ts'), 'dev', ...args], {
    cwd: folder,
    // The IPC channel closes when this process is killed, and the command exits.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output += part.toString();
    });
  return {
    child,
    output: () => output,
    ended: new Promise<void>((done) => child.once('close', () => done())),
  };
}

async function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const address = /^Ready: (\S+)$/m.exec(output())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null) throw new Error(`npm run dev ended before it was ready:\n${output()}`);
    await pause(20);
  }
}

export async function startDevCopy(): Promise<DevCopy> {
  const folder = copyCheckout();
  const { child, output, ended } = run(folder, ['--port', '0', '--data', join(folder, '.local')]);
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return {
      url: await addressOf(child, output),
      output,
      edit: (file, change) => {
        const path = join(folder, file);
        const [before, after] = [readFileSync(path, 'utf8'), change(readFileSync(path, 'utf8'))];
        if (after === before) throw new Error(`The edit changes nothing in ${file}.`);
        writeFileSync(path, after);
      },
      startAgain: (...args) => {
        const again = run(folder, args);
        const stop = () => {
          again.child.kill('SIGTERM');
          return again.ended;
        };
        return { output: again.output, stop };
      },
      runAgain: async (...args) => {
        const again = run(folder, args);
        await again.ended;
        return { code: again.child.exitCode, output: again.output() };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
