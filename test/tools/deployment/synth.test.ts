import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it('synthesizing writes what it says to stderr, because a command that needs it may print JSON', async () => {
  const outdir = `.cache/synth-test-${process.pid}`;
  const code = `await (await import('./scripts/build/synth.ts')).synth('${outdir}', { checked: false });`;
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', code],
      { cwd: root, timeout: 110_000 },
    );
    expect([stdout, stderr]).toEqual(['', expect.stringContaining('Successfully synthesized')]);
  } finally {
    await rm(join(root, outdir), { recursive: true, force: true });
  }
}, 120_000);
