import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { UsageError } from '../../command-line/usage-error.ts';

/** Number of lines of a program's output that an error message quotes. */
const lastLines = 25;

/** A program exited with a code other than 0. The message ends with the lines that explain why. */
class ProgramFailed extends UsageError {
  readonly output: string;

  constructor({ failure, brokeAt }: Run, output: readonly string[]) {
    super([failure, ...reasonIn(output, brokeAt)].join('\n'));
    this.output = output.join('\n');
  }
}

/** The last lines up to the failure, and later lines that start with `Error:`. */
function reasonIn(output: readonly string[], brokeAt: RegExp | undefined): readonly string[] {
  const found = output.findIndex((line) => brokeAt?.test(line));
  const end = found === -1 ? output.length : found + 1;
  return [
    ...output.slice(Math.max(0, end - lastLines), end),
    ...output.slice(end).filter((line) => line.startsWith('Error:')),
  ];
}

export interface Run {
  /** First line of the error: "The base could not be made:". */
  readonly failure: string;
  /** Matches the line of the failure, if others may follow it. Without it, the last lines are quoted. */
  readonly brokeAt?: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

/** Runs a program and resolves with what it printed on both streams. */
export function runProgram(file: string, args: readonly string[], run: Run): Promise<string> {
  const { env = {}, onLine } = run;
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, LC_ALL: 'C.UTF-8' },
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      onLine?.(line);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(lines.join('\n')) : reject(new ProgramFailed(run, lines)),
    );
  });
}

/** Output of apt, curl and npm if a server is unreachable or a download is incomplete. */
const networkTrouble =
  /Failed to fetch|Temporary failure resolving|Could not resolve host|Connection (failed|timed out|reset)|Unable to connect|Hash Sum mismatch|curl: \((6|7|18|28|35|56)\)|ECONNRESET|ETIMEDOUT|EAI_AGAIN|\b50[234]\b.*Bad Gateway/;

/** Retries once after a network error. */
export async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProgramFailed && networkTrouble.test(error.output))) throw error;
    console.error('The network failed. Trying once more ...');
    return work();
  }
}
