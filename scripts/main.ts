import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { program } from './command-line/program.ts';

// If the parent (usually scripts/run.mjs) is killed, this process exits too.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

// `| head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

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

const args = process.argv.slice(2);
try {
  await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
