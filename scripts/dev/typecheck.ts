import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fromRoot, root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';

const args = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', '.', '--pretty', 'false'];

/** One error: the line that names its file, and the indented lines that explain it. */
const errorPattern = /^\S.*(?:\n[ \t].*)*/gm;

/** The errors of tsc that are in one of these files or folders. */
export const errorsIn = (output: string, paths: readonly string[]): readonly string[] =>
  (output.match(errorPattern) ?? []).filter((error) =>
    paths.some((path) => error.startsWith(`${path}(`) || error.startsWith(`${path}/`)),
  );

/** A path as tsc prints it: from the project's folder, with slashes on every system. */
function printedPath(path: string): string {
  if (!existsSync(path)) throw new UsageError(`There is no ${path}.`);
  return fromRoot(resolve(path));
}

/**
 * npm run typecheck [-- files or folders]. An edit can break types anywhere, so it always checks the whole
 * project. With names, it prints only the errors of these files.
 */
export async function typecheck(names: readonly string[]): Promise<void> {
  const paths = names.map(printedPath);
  const { code, output } = await runTsc();
  const errors = paths.length === 0 ? [output.trim()].filter(Boolean) : errorsIn(output, paths);
  if (errors.length > 0) console.log(errors.join('\n'));
  if (paths.length === 0 ? code !== 0 : errors.length > 0) process.exitCode = 1;
}

async function runTsc() {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((ended) => child.once('close', ended));
  return { code, output };
}
