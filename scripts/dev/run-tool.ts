import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../build/root.ts';

type Environment = Readonly<Record<string, string>>;

/** The tools of node_modules that the commands run. */
const scripts = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  knip: 'knip/bin/knip.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
} as const;

/**
 * Runs a tool with the pinned Node and shows its output. Rejects if the tool fails. `launcher` is a program
 * with arguments that starts the tool, for example in a namespace.
 */
export function runTool(
  name: keyof typeof scripts,
  args: readonly string[],
  env: Environment = {},
  launcher: readonly string[] = [],
): Promise<void> {
  const [program = '', ...rest] = [
    ...launcher,
    process.execPath,
    join(root, 'node_modules', scripts[name]),
    ...args,
  ];
  const child = spawn(program, rest, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with exit code ${code}`)),
    );
  });
}
