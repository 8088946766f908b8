import { importChosenUniversity, sample } from './build/university.ts';
import { runProgram } from './command-line/run-program.ts';

// If the parent (usually scripts/run.mjs) is killed, this process exits too.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

// `| head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const args = process.argv.slice(2);
// Tests and measurements are about the sample, whichever folder is chosen.
if (/^(test|lab|bench|lint|typecheck)/.test(args[0] ?? '')) process.env.MATRICULA_UNIVERSITY = sample;
importChosenUniversity();

await runProgram(args.length === 0 ? ['--help'] : args);
