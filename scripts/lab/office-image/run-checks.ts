import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/root.ts';
import { runTool } from '../../dev/run-tool.ts';

interface Checks {
  readonly assembly: string;
  /** The folder with the image's files and configuration. */
  readonly image: string;
  readonly base: string;
}

const measures = join(root, '.cache', 'reports', 'office-image.txt');

/**
 * Runs the checks of test/image in a network namespace that has only a loopback device. Neither the checks
 * nor the image can reach a network.
 */
export async function runChecks({ assembly, image, base }: Checks): Promise<void> {
  rmSync(measures, { force: true });
  const env = { ASSEMBLY: assembly, OFFICE_IMAGE: image, DEBIAN_BASE: base, OFFICE_MEASURES: measures };
  await runTool('vitest', ['run', '--config', 'test/image/vitest.config.ts'], env, withoutNetwork).catch(
    () => {
      process.exitCode = 1;
    },
  );
  if (existsSync(measures)) console.log(readFileSync(measures, 'utf8'));
}

const withoutNetwork = [
  ...['unshare', '--net', '--', 'sh', '-c', `"$IP" link set lo up && exec "$@"`, 'sh'],
] as const;
