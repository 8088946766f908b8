import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a cloud that shuts down does not repeat the step of an execution that loses its function', async () => {
  const data = mkdtempSync(join(tmpdir(), 'ending-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ending-child.ts'), data], {
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(0);
  rmSync(data, { recursive: true, force: true });
});
