import { step } from '../command-line/progress.ts';
import { buildFunctions } from './build-functions.ts';
import { buildWeb } from './build-web.ts';
import { checkUniversity } from './check-university.ts';
import { recordBuild } from './ensure-built.ts';
import { writePackageSchemas } from './package-schema.ts';

/** npm run build: builds everything that is deployed, and prints the size of each function. */
export async function build(): Promise<void> {
  await checkUniversity();
  writePackageSchemas();
  const sizes = await recordBuild(async () => {
    await step('Building the pages', buildWeb);
    return step('Building the functions', () => buildFunctions());
  });
  console.log('KB gzip  at start  in all');
  for (const { name, eager, all } of sizes)
    console.log(`${name.padEnd(22)}${eager.toFixed(1).padStart(8)}${all.toFixed(1).padStart(8)}`);
}
