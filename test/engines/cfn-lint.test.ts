import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deploymentNames } from '../../lib/config/index.ts';
import { synth, withBuildLock } from '../../scripts/build/index.ts';
import { root } from '../../scripts/build/root.ts';
import { ensureProgram } from '../../scripts/dev/programs.ts';

const program = await ensureProgram('cfnLint');

/**
 * W3005 reports a DependsOn that a reference already implies. CDK writes them for whole constructs, and
 * CloudFormation deploys the same with and without.
 */
const ignored = 'W3005';

it.for(deploymentNames)('cfn-lint finds no error in the templates of %s', async (stage, { skip }) => {
  if ('missing' in program) return skip(program.missing);
  const folder = `.cache/engines/${stage}`;
  await withBuildLock(() => synth(folder, { checked: false, stage }));
  const templates = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => join(root, folder, file));
  const options = ['--regions', 'us-east-1', '--non-zero-exit-code', 'error', '--ignore-checks', ignored];
  const { status, stdout, stderr } = spawnSync(program.file, [...options, '--', ...templates], {
    encoding: 'utf8',
  });
  expect(templates.length).toBeGreaterThan(3);
  expect(status, `${stdout}${stderr}`).toBe(0);
});
