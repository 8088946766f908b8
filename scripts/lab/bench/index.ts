import { step } from '../../command-line/progress.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import type { Row } from './row.ts';
import { table } from './row.ts';

type Bench = () => Promise<readonly Row[]>;

/**
 * All benchmarks, each imported on demand. A result depends on the machine and the moment, so it is never a
 * test.
 */
const benches: Readonly<Record<string, Bench>> = {
  functions: async () => (await import('./functions.ts')).benchFunctions(),
  documents: async () => (await import('./documents.ts')).benchDocuments(),
  validation: async () => (await import('./validation.ts')).benchValidation(),
  'look-ups': async () => (await import('./lookup.ts')).benchLookUp(),
  'first load': async () => (await import('./first-load.ts')).benchFirstLoad(),
  'in the browser': async () => (await import('./in-the-browser.ts')).benchInTheBrowser(),
  photos: async () => (await import('./photos.ts')).benchPhotos(),
  saves: async () => (await import('./saves.ts')).benchSaves(),
  export: async () => (await import('./export.ts')).benchExport(),
  'console list': async () => (await import('./console-list.ts')).benchConsoleList(),
  'console page': async () => (await import('./console-page.ts')).benchConsolePage(),
  'local run': async () => (await import('./local-run.ts')).benchLocalRun(),
  dev: async () => (await import('./dev.ts')).benchDev(),
};

/** Prints measured figures next to their budgets. */
export async function bench(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => benches[name] === undefined);
  if (unknown.length > 0)
    throw new UsageError(
      `There is nothing called ${unknown.join(', ')} to measure. There are: ${Object.keys(benches).join(', ')}.`,
    );
  for (const [name, measure] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const rows = await step(`Measuring ${name}`, measure);
    console.log(`\n${name}`);
    console.table(table(rows));
  }
}
