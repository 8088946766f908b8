import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Synthesizes in a process of its own, so that the test runner's environment does not change what is built.
 */
function synthesize(): string {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const main = join(import.meta.dirname, '../../scripts/main.ts');
  const output = execFileSync(process.execPath, [main, 'assemble'], { env, encoding: 'utf8' });
  return output.trim().split('\n').at(-1) ?? '';
}

/**
 * The assembly that `npm test` synthesized, the one that `cdk deploy` would deploy. A single file's run makes
 * its own.
 */
export const assembly = process.env.ASSEMBLY ?? synthesize();
