import { createRequire } from 'node:module';
import open from '@neslinesli93/qpdf-wasm';

const { resolve } = createRequire(import.meta.url);

/** What of Emscripten's module is used; the package's own types leave most of it out. */
interface Module {
  callMain(args: readonly string[]): number;
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
}

const create = open as unknown as (options: object) => Promise<Module>;

export interface Qpdf {
  /** Runs one command and gives its exit code: 0 done, 2 error, 3 done with warnings. */
  run(...args: readonly string[]): number;
  write(path: string, bytes: Uint8Array): void;
  read(path: string): Uint8Array;
}

/** A fresh qpdf with an empty file system of its own: use one for each document, since a damaged one may leave it broken. */
export const freshQpdf = async (): Promise<Qpdf> => {
  const module = await create({
    noInitialRun: true,
    locateFile: () => resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
  });
  return {
    run: (...args) => exitCode(() => module.callMain([...args])),
    write: (path, bytes) => module.FS.writeFile(path, bytes),
    read: (path) => module.FS.readFile(path),
  };
};

/** A trap inside the program (out of memory, stack) counts as its error exit; the program also sets our own exit code. */
const exitCode = (run: () => number) => {
  const own = process.exitCode;
  try {
    return run();
  } catch (trap) {
    const status = (trap as { readonly status?: unknown }).status;
    return typeof status === 'number' ? status : 2;
  } finally {
    process.exitCode = own;
  }
};
