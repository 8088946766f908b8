import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Synthesizes in a separate process: the test runner's environment must not change the output. */
function synthesize(): string {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const main = join(import.meta.dirname, '../../scripts/main.ts');
  const output = execFileSync(process.execPath, [main, 'assemble'], { env, encoding: 'utf8' });
  return output.trim().split('\n').at(-1) ?? '';
}

/**
 * The assembly that `npm test` synthesized, which is the one that `cdk deploy` would deploy. If a single file
 * runs, it synthesizes one.
 */
export const assembly = process.env.ASSEMBLY ?? synthesize();
