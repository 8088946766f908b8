import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../build/root.ts';
import { bundleForBench } from './bundle-for-bench.ts';
import type { Row } from './row.ts';

const run = promisify(execFile);

interface Budget {
  readonly cold?: number;
  readonly warm?: number;
  readonly megabytes?: number;
}

/** The budgets, in milliseconds and megabytes. A value without a budget is shown for comparison. */
const budgets: Readonly<Record<string, Budget>> = {
  pdf: {},
  image: {},
  docx: {},
  copy: { cold: 250, warm: 25, megabytes: 100 },
  'copy with four documents': { warm: 300 },
  'copy in fifteen scripts': {},
};

const modules = [
  'pdf/draw-application-pdf',
  'pdf/append-pdfs',
  'conversion/image-pdf',
  'conversion/sanitize-pdf',
  'conversion/docx-pdf',
];

const rowsOf = (what: string, budget: Budget, found: Required<Budget>): readonly Row[] => [
  { what: `${what}: the first`, measured: found.cold, unit: 'ms', atMost: budget.cold },
  { what: `${what}: later ones`, measured: found.warm, unit: 'ms', atMost: budget.warm },
  { what: `${what}: memory of the process`, measured: found.megabytes, unit: 'MB', atMost: budget.megabytes },
];

/**
 * Measures each kind of document in a separate process. The cold value is the first document, modules
 * included.
 */
export async function benchDocuments(): Promise<readonly Row[]> {
  for (const name of modules) await bundleForBench(`lambdas/${name}.ts`, name);
  await bundleForBench('scripts/lab/bench/documents-child.ts', 'documents-child');
  const rows: Row[] = [];
  for (const [what, budget] of Object.entries(budgets)) {
    const child = join(root, '.cache/bench/documents-child/index.mjs');
    const { stdout } = await run(process.execPath, [child, root, what]);
    rows.push(...rowsOf(what, budget, JSON.parse(stdout)));
  }
  return rows;
}
