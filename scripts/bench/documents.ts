import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '../build/bundle.ts';
import { root } from '../build/root.ts';

const run = promisify(execFile);

/** One measured row; a budget where the design sets one, in milliseconds or megabytes. */
export interface Row {
  readonly what: string;
  readonly cold: number;
  readonly warm: number;
  readonly megabytes: number;
  readonly budget: string;
}

const budgets = {
  pdf: 'upload to COMPLETED <= 1,500',
  image: 'upload to COMPLETED <= 1,500',
  docx: 'upload to COMPLETED <= 5,000',
  copy: '<= 30 warm, <= 250 cold, <= 100 MB',
  'copy with four documents': '<= 300',
  'copy in fifteen scripts': '',
} as const;

const modules = ['copy/draw-copy', 'copy/append', 'conversion/image', 'conversion/pdf', 'conversion/docx'];

/** Bundles the measured modules as the functions are bundled: reading TypeScript is not what costs in the cloud. */
const build = async () => {
  for (const name of modules) {
    const { files } = await bundle(`lambdas/${name}.ts`, join(root, '.cache/bench', name));
    for (const { path, contents } of files) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, contents);
    }
  }
};

/** Measures each kind of document in a process of its own: cold is what the first one costs, modules included. */
export const benchDocuments = async (): Promise<readonly Row[]> => {
  await build();
  const rows: Row[] = [];
  for (const [what, budget] of Object.entries(budgets)) {
    const { stdout } = await run(process.execPath, [join(root, 'scripts/bench/documents-child.ts'), what]);
    rows.push({ what, budget, ...JSON.parse(stdout) });
  }
  return rows;
};

if (import.meta.main) console.table(await benchDocuments());
