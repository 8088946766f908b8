import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { vi } from 'vitest';
import { program } from '../../scripts/command-line/program.ts';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  /** Both outputs in the order in which they were written. */
  readonly said: string;
}

let running: CommandUnknownOpts = program;
program.hook('preAction', (_, command) => {
  running = command;
});

/**
 * Runs a command in this process, one at a time. Starting a process costs half a second of CPU time. Errors
 * are printed as scripts/main.ts prints them, but an error with a stack trace is thrown.
 */
export async function runProgram(...args: readonly string[]): Promise<Ran> {
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
    await program.parseAsync([...args], { from: 'user' });
    return { ...ran, code: Number(process.exitCode) };
  } catch (error) {
    if (error instanceof CommanderError) return { ...ran, code: error.exitCode };
    if (!(error instanceof Error) || !shownErrors.includes(error.name)) throw error;
    try {
      if (error.name === 'OptionError') running.error(error.message);
      console.error(error.message);
    } catch {} // commander throws what it has printed
    return { ...ran, code: 1 };
  } finally {
    process.exitCode = codeBefore;
    for (const spy of spies) spy.mockRestore();
  }
}

const shownErrors = ['UsageError', 'LocalCloudError', 'InvalidConfigurationError', 'OptionError'];

/** Runs a command against a local cloud, unless the arguments name another place. */
export const runHere = (cloud: Pick<LocalCloud, 'data' | 'port'>, ...args: readonly string[]) => {
  const isPlaced = args.some((each) => each === '--data' || each === '--stage');
  return runProgram(...args, ...(isPlaced ? [] : ['--data', cloud.data, '--port', String(cloud.port)]));
};
