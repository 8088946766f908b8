import { step } from '../command-line/progress.ts';
import { buildFunctions } from './build-functions.ts';
import { buildWeb } from './build-web.ts';
import { checkUniversity } from './check-university.ts';
import { recordBuild } from './ensure-built.ts';
import { writePackageSchemas } from './package-schema.ts';
import type { BundleSize } from './size.ts';

/** Builds everything that is deployed. Returns the size of each function. */
export async function build(): Promise<readonly BundleSize[]> {
  await checkUniversity();
  writePackageSchemas();
  return recordBuild(async () => {
    await step('Building the pages', buildWeb);
    return step('Building the functions', () => buildFunctions());
  });
}

/** npm run build: prints the sizes too. */
export async function buildAndMeasure(): Promise<void> {
  const sizes = await build();
  console.log('KB gzip  at start  in all');
  for (const { name, eager, all } of sizes)
    console.log(`${name.padEnd(22)}${eager.toFixed(1).padStart(8)}${all.toFixed(1).padStart(8)}`);
}
