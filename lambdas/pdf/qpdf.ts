import { createRequire } from 'node:module';
import open from '@neslinesli93/qpdf-wasm';

const { resolve } = createRequire(import.meta.url);

export interface Qpdf {
  /** Runs one command and returns its exit code: 0 done, 2 error, 3 done with warnings. */
  run(...args: readonly string[]): number;
  write(path: string, bytes: Uint8Array): void;
  read(path: string): Uint8Array;
}

const options = {
  noInitialRun: true,
  locateFile: () => resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
};

/**
 * A new qpdf with its own empty file system. Use one for each document, because a damaged document may leave
 * it broken.
 */
export const freshQpdf = async (): Promise<Qpdf> => {
  const { callMain, FS } = await open(options);
  // The package's types leave out how files are written.
  const files = FS as typeof FS & { writeFile(path: string, bytes: Uint8Array): void };
  return {
    run: (...args) => exitCode(() => callMain([...args])),
    write: (path, bytes) => files.writeFile(path, bytes),
    read: (path) => files.readFile(path),
  };
};

/**
 * A crash inside qpdf (out of memory, stack) counts as its exit code for errors. qpdf also sets our own exit
 * code.
 */
const exitCode = (run: () => number) => {
  const own = process.exitCode;
  try {
    return run();
  } catch (trap) {
    const hasStatus = typeof trap === 'object' && trap !== null && 'status' in trap;
    return hasStatus && typeof trap.status === 'number' ? trap.status : 2;
  } finally {
    process.exitCode = own;
  }
};
