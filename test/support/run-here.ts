import { vi } from 'vitest';
import { program } from '../../scripts/command-line/program.ts';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/**
 * Runs a command against a local cloud in this process, one at a time. Starting a process costs a second of
 * CPU time. If the command fails, its error is thrown: run scripts/main.ts to see its message and exit code.
 */
export async function runHere(
  cloud: Pick<LocalCloud, 'data' | 'port'>,
  ...args: readonly string[]
): Promise<Ran> {
  const said = { log: '', error: '' };
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text) => {
      said[name] += `${text}\n`;
    }),
  );
  const codeBefore = process.exitCode;
  process.exitCode = 0;
  try {
    const place = ['--data', cloud.data, '--port', String(cloud.port)];
    await program.parseAsync([...args, ...place], { from: 'user' });
    return { code: process.exitCode, out: said.log, error: said.error };
  } finally {
    process.exitCode = codeBefore;
    for (const spy of spies) spy.mockRestore();
  }
}
