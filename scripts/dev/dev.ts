import { resolve } from 'node:path';
import { deploymentNamed } from '../../lib/config/index.ts';
import type { FunctionName } from '../build/functions.ts';
import { fromRoot } from '../build/root.ts';
import { OptionError } from '../command-line/usage-error.ts';
import type { LocalCloudOptions } from '../local-cloud/index.ts';
import { devAssembly } from './dev-assembly.ts';
import { DevSite } from './dev-site.ts';
import { ErrorList } from './error-list.ts';
import { FunctionBuilds } from './function-builds.ts';
import { startCloudWithStaff } from './identity-provider.ts';
import { imagePrograms, serveUntilStopped } from './serve.ts';
import { SourceChecks } from './source-checks.ts';
import { needsRestart, watchSources } from './watch-sources.ts';

export interface DevOptions {
  readonly port: number;
  readonly data: string;
  readonly stage: string;
}

function checkedStage(stage: string): string {
  try {
    return deploymentNamed(stage).name;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

/** Runs the whole product on one port, and applies every edit to pages and functions. */
export async function dev({ port, data, stage: name }: DevOptions): Promise<void> {
  const stage = checkedStage(name);
  const programs = imagePrograms();
  console.log('Preparing the cloud ...');
  const assembly = await devAssembly(stage);
  const errors = new ErrorList();
  let site: DevSite | undefined;
  // It starts first: the command reports a port or folder in use before it builds anything.
  const options = {
    port,
    data: resolve(data),
    assembly: assembly.folder,
    programs,
    site: (...call) => site?.serve(...call),
    onFunctionError: (path, { failure: { errorMessage, trace } }) =>
      console.error(`\n${path} failed: ${trace?.join('\n') ?? errorMessage}\n`),
  } satisfies LocalCloudOptions;
  const cloud = await startCloudWithStaff(options, stage);
  const [builds, started] = await Promise.all([
    FunctionBuilds.start(assembly.functions, errors),
    DevSite.start(cloud.server, errors),
  ]);
  site = started;
  const reload = (names: readonly FunctionName[]) =>
    Promise.all(names.map((name) => cloud.reloadFunctions(assembly.functions.get(name) ?? '')));
  const stopFollowing = followEdits(site, builds, reload, errors);
  await serveUntilStopped(cloud);
  stopFollowing();
  await Promise.all([builds.close(), site.close(), cloud.close()]);
}

/** Builds and checks the parts that an edit affects. Vite handles edits of pages. */
function followEdits(
  { vite }: DevSite,
  builds: FunctionBuilds,
  reload: (names: readonly FunctionName[]) => Promise<unknown>,
  errors: ErrorList,
) {
  const checks = new SourceChecks(errors);
  const stopWatching = watchSources(vite.watcher, async (files) => {
    const names = files.map(fromRoot);
    const outdated = names.filter(needsRestart);
    if (outdated.length > 0) console.log(`${outdated.join(', ')}: takes effect after a restart.`);
    const began = performance.now();
    const rebuilt = names.some(isOfFunctions) ? await builds.rebuild() : [];
    await reload(rebuilt);
    if (rebuilt.length > 0) console.log(`Rebuilt in ${secondsSince(began)} s: ${fewOf(rebuilt)}`);
    checks.start(names);
  });
  checks.start();
  return () => {
    stopWatching();
    checks.stop();
  };
}

const isOfFunctions = (name: string) => /^(lambdas|shared)\//.test(name);
const maxNames = 3;
const fewOf = (names: readonly string[]) =>
  names.length > maxNames ? `${names.length} functions` : names.join(', ');
const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(1);
