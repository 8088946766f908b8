import { vi } from 'vitest';
import { runProgram } from '../../scripts/command-line/run-program.ts';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  /** Both outputs in the order in which they were written. */
  readonly said: string;
}

/** Runs a command in this process, one at a time. Starting a process costs half a second of CPU time. */
export async function runCommand(...args: readonly string[]): Promise<Ran> {
  const ran = { code: 0, out: '', error: '', said: '' };
  const keep = (to: 'out' | 'error', end: string) => (text: unknown) => {
    ran[to] += `${text}${end}`;
    ran.said += `${text}${end}`;
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(keep('out', '\n')),
    vi.spyOn(console, 'error').mockImplementation(keep('error', '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out', '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('error', '')),
  ];
  const codeBefore = process.exitCode;
  process.exitCode = 0;
  try {
    await runProgram(args);
    return { ...ran, code: Number(process.exitCode) };
  } finally {
    process.exitCode = codeBefore;
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs a command against a local cloud, unless the arguments name another place. */
export const runHere = (cloud: Pick<LocalCloud, 'data' | 'port'>, ...args: readonly string[]) => {
  const isPlaced = args.some((each) => each === '--data' || each === '--stage');
  return runCommand(...args, ...(isPlaced ? [] : ['--data', cloud.data, '--port', String(cloud.port)]));
};
