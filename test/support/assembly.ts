import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Made in a process of its own: what a test runner sets must not get into what is built. */
function make(): string {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const main = join(import.meta.dirname, '../../scripts/main.ts');
  const said = execFileSync(process.execPath, [main, 'assemble'], { env, encoding: 'utf8' });
  return said.trim().split('\n').at(-1) ?? '';
}

/** The assembly that `npm test` synthesized: the one that `cdk deploy` would send. A single file's run makes its own. */
export const assembly = process.env.ASSEMBLY ?? make();
