import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The text of the only file of an assembly with this name. */
async function readOnly(pattern: string): Promise<string> {
  const files = globSync(pattern, { cwd: root });
  expect(files).toHaveLength(1);
  return readFile(join(root, files[0] ?? ''), 'utf8');
}

it('synthesizing for a local run prints nothing, and passes settings to functions and pages', async () => {
  const outdir = `.cache/synth-test-${process.pid}`;
  const options = { checked: false, context: { rejectCommonPasswords: 'true' } };
  const code = `await (await import('./scripts/build/synth.ts')).synth('${outdir}', ${JSON.stringify(options)});`;
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', code],
      { cwd: root },
    );
    expect([stdout, stderr]).toEqual(['', '']);
    const config = JSON.parse(await readOnly(`${outdir}/**/config.json`));
    expect(config).toMatchObject({ rejectCommonPasswords: true });
    expect(await readOnly(`${outdir}/**/*Api*.template.json`)).toContain('"REJECT_COMMON_PASSWORDS": "true"');
  } finally {
    await rm(join(root, outdir), { recursive: true, force: true });
  }
});
