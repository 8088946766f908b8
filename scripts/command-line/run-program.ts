import { fileURLToPath, pathToFileURL } from 'node:url';
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { InvalidConfigurationError as InvalidDeploymentError } from '../../lib/config/deployment.ts';
import { fromRoot } from '../build/root.ts';
import { universityFolder } from '../build/university.ts';
import { program } from './program.ts';

/** User errors print only their message. Any other error keeps its stack trace. */
const messageOnly = ['UsageError', 'LocalCloudError', 'InvalidConfigurationError'];

let running: CommandUnknownOpts = program;
program.hook('preAction', (_, command) => {
  running = command;
});

/** A mistake in the files of a university has its line; an error that no user made has its stack trace. */
async function messageOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  if (error.name === 'InvalidConfigurationError' && 'faults' in error)
    return (await import('../build/locate-setting.ts')).locatedFaults(error as InvalidDeploymentError);
  if (messageOnly.includes(error.name)) return error.message;
  const [, file = '', line] = /(file:\/\/[^\s()]+\.ts):(\d+)/.exec(error.stack ?? '') ?? [];
  if (file.startsWith(`${pathToFileURL(universityFolder()).href}/`))
    return `${fromRoot(fileURLToPath(file))}:${line}: ${error.message}`;
  return error;
}

/** Prints an error and returns the exit code. */
async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.code === 'commander.unknownCommand' ? 2 : error.exitCode; // printed already
  if (error instanceof Error && error.name === 'OptionError') {
    try {
      running.error(error.message);
    } catch {
      return 1;
    }
  }
  console.error(await messageOf(error));
  return 1;
}

/** Runs a command, and sets the exit code of this process if it fails. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = await exitCodeOf(error);
  }
}
