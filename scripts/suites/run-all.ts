import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import { sayDuration } from '../command-line/progress.ts';
import { whyNotHere } from '../lab/office-image/where.ts';

const main = join(root, 'scripts/main.ts');

/** The same parts as in .ci/run, and in the same order. */
const parts = [
  'test',
  ...['pages', 'tools', 'browsers', 'engines', 'image'].map((name) => `lab test ${name}`),
];

function runPart(part: string): Promise<number> {
  const child = spawn(process.execPath, [main, ...part.split(' ')], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

/** Runs all tests of CI until one part fails, and prints the time of each part. */
export async function runAll(): Promise<void> {
  const lines: string[] = [];
  for (const part of parts) {
    const reason = part.endsWith('image') ? whyNotHere(process.platform, process.getuid?.()) : undefined;
    if (reason !== undefined) {
      lines.push(`not run   ${part}: ${reason}`);
      continue;
    }
    const began = performance.now();
    const code = await runPart(part);
    lines.push(`${code === 0 ? 'passed' : 'FAILED'}    ${part}: ${sayDuration(performance.now() - began)}`);
    process.exitCode = code;
    if (code !== 0) break;
  }
  console.log(`\n${lines.join('\n')}`);
}
