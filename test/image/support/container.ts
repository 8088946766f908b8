import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageConfig } from '../../../scripts/lab/office-image/build-image.ts';
import { limitMemory } from './memory-limit.ts';
import { familyOf, memoryOf } from './memory-use.ts';

export interface Container {
  /** Resolves when the container ends, with its output and exit code. */
  readonly ended: Promise<Ending>;
  readonly output: () => string;
  /** Peak memory of all its processes together so far, in megabytes. */
  readonly peakMemory: () => number;
  /**
   * False if this process may not create a cgroup. The container is then stopped when its measured memory
   * exceeds the limit.
   */
  readonly memoryIsLimited: boolean;
  /** Its /tmp, seen from outside. */
  readonly temporaryFolder: () => string;
  readonly stop: () => Promise<void>;
}

interface Ending {
  readonly code: number | null;
  readonly output: string;
}

interface Start {
  /** The folder with the image's files and configuration. */
  readonly image: string;
  /** In place of the image's own entry point and command. */
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly temporaryMegabytes: number;
}

const script = join(import.meta.dirname, 'start-container.sh');

/** Starts a container of an image with the limits of a function. It shares the network of this process. */
export function startContainer({ image, memoryMegabytes, temporaryMegabytes, ...start }: Start): Container {
  const config: ImageConfig = JSON.parse(readFileSync(join(image, 'config.json'), 'utf8'));
  const limit = limitMemory(memoryMegabytes);
  const program = [...(start.entrypoint ?? config.Entrypoint), ...(start.command ?? config.Cmd)];
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', 'echo $$ > "$1"; shift; exec "$@"', 'sh', limit?.processes ?? '/dev/null'],
      ...['unshare', '--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts', '--'],
      ...['sh', script, join(image, 'files'), String(temporaryMegabytes), config.WorkingDir, ...program],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environmentOf(config), ...start.variables } },
  );
  const processId = child.pid ?? 0;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(processId));
    if (limit === undefined && peak > memoryMegabytes) killFamily(processId);
  }, 50);
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(sampling);
      void (limit?.remove() ?? Promise.resolve()).then(() => resolve({ code, output }), reject);
    });
  });
  return {
    ended,
    memoryIsLimited: limit !== undefined,
    temporaryFolder: () => `/proc/${[...familyOf(processId)][1]}/root/tmp`,
    output: () => output,
    peakMemory: () => peak,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) killFamily(processId);
      await ended;
    },
  };
}

const environmentOf = ({ Env }: ImageConfig) =>
  Object.fromEntries(
    Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/**
 * Kills all processes. Killing the first one is not enough: it changed its user, so the kernel does not
 * signal it when its parent ends.
 */
function killFamily(ancestor: number) {
  for (const id of familyOf(ancestor)) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}
