import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { checkStages, withBuildLock } from '../build/index.ts';
import { root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { localDefaults } from './target-options.ts';

/** Programs and people that a deployment needs. Tests replace them. */
export interface DeployTools {
  /** Builds the product, and checks and synthesizes a stage into dist/checked. */
  readonly check: (stage: string) => Promise<void>;
  /** Runs the CDK command line, whose output the operator sees. Throws if it fails. */
  readonly cdk: (...args: readonly string[]) => Promise<void>;
  /** Runs the smoke test on a deployed stage. */
  readonly smoke: (stage: string, user: string) => Promise<void>;
  /** Asks the operator; undefined without a terminal. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

async function cdk(...args: readonly string[]): Promise<void> {
  // The assembly is there: CDK need not build again, as cdk.json says.
  const program = join(root, 'node_modules/aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [program, ...args, '--build', ''], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CDK_DISABLE_CLI_TELEMETRY: 'true' },
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0)
    throw new UsageError(
      `cdk ${args[0]} failed: read its last lines above. After a correction, repeat this command: it continues where it was. See docs/deploy.md#failed-first-deployment.`,
    );
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim();
}

const check = (stage: string) => withBuildLock(() => checkStages([stage]));

async function smokeTest(stage: string, user: string): Promise<void> {
  const { smoke } = await import('./smoke.ts');
  await smoke({ stage, user, json: false, ...localDefaults });
}

export const deployTools: DeployTools = { check, cdk, smoke: smokeTest, ask };
