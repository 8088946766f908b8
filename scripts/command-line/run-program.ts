import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { program } from './program.ts';

/** User errors print only their message. Any other error keeps its stack trace. */
const messageOnly = ['UsageError', 'LocalCloudError', 'InvalidConfigurationError'];

let running: CommandUnknownOpts = program;
program.hook('preAction', (_, command) => {
  running = command;
});

/** Prints an error and returns the exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.code === 'commander.unknownCommand' ? 2 : error.exitCode; // printed already
  if (error instanceof Error && error.name === 'OptionError') {
    try {
      running.error(error.message);
    } catch {
      return 1;
    }
  }
  console.error(error instanceof Error && messageOnly.includes(error.name) ? error.message : error);
  return 1;
}

/** Runs a command, and sets the exit code of this process if it fails. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}
