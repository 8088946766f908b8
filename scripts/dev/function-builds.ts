import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type BuildContext,
  type BuildFailure,
  type BuildResult,
  context,
  formatMessages,
  type Message,
  type Metafile,
} from 'esbuild';
import { addFiles } from '../build/build-functions.ts';
import { bundleOptions } from '../build/bundle.ts';
import { type FunctionName, functions } from '../build/functions.ts';
import { root } from '../build/root.ts';
import type { ErrorList } from './error-list.ts';

/** Functions, and the folder of each one's code. */
export type FunctionFolders = ReadonlyMap<FunctionName, string>;

/** The parent of all these folders: the assembly. */
const parentOf = (folders: FunctionFolders) => dirname([...folders.values()][0] ?? root);

/**
 * One build for all functions, because they share most of their modules: a rebuild takes half a second
 * instead of four. Modules that several functions import are written to `chunks`, next to the functions'
 * folders. A chunk's name contains a hash of its content, so a function's index file changes whenever one of
 * its imports does.
 */
const optionsFor = (folders: FunctionFolders) => ({
  ...bundleOptions('', parentOf(folders)),
  entryPoints: Object.fromEntries(
    [...folders].map(([name, folder]) => [`${basename(folder)}/index`, functions[name].entry]),
  ),
  logLevel: 'silent' as const,
});

type Options = ReturnType<typeof optionsFor>;

/** The bundles of all functions, built again after an edit. They are not minified. */
export class FunctionBuilds {
  readonly #folders: FunctionFolders;
  readonly #context: BuildContext<Options>;
  readonly #errors: ErrorList;
  /** Content of each file written so far, by path. */
  readonly #written = new Map<string, Buffer>();
  /** The sources of each function when they could last be built. */
  #sources: ReadonlyMap<FunctionName, ReadonlySet<string>> = new Map();
  #isClosed = false;

  private constructor(folders: FunctionFolders, built: BuildContext<Options>, errors: ErrorList) {
    this.#folders = folders;
    this.#context = built;
    this.#errors = errors;
  }

  /**
   * Builds every function into its folder. A function that cannot be built returns its error when it is
   * called.
   */
  static async start(folders: FunctionFolders, errors: ErrorList): Promise<FunctionBuilds> {
    await rm(join(parentOf(folders), 'chunks'), { recursive: true, force: true });
    await Promise.all([...folders].map(([name, folder]) => addFiles(functions[name], folder)));
    const builds = new FunctionBuilds(folders, await context(optionsFor(folders)), errors);
    await builds.rebuild();
    return builds;
  }

  /** Rebuilds after an edit, and returns the functions whose code changed. */
  async rebuild(): Promise<readonly FunctionName[]> {
    const result = await this.#context.rebuild().catch((error) => this.#isClosed || failureOf(error));
    if (result === true) return [];
    const problem = 'outputFiles' in result ? undefined : await describe(result.errors);
    this.#errors.report('A function cannot be built.', problem);
    if ('outputFiles' in result) return this.#writeBundles(result);
    return this.#writeEach(this.#brokenBy(result.errors), brokenFunction(problem ?? ''));
  }

  /**
   * Writes chunks first and keeps old ones: a function that starts during the build reads its old index and
   * old chunks.
   */
  async #writeBundles({ outputFiles, metafile }: BuildResult<Options>) {
    this.#sources = sourcesOf(metafile, this.#folders);
    const contents = new Map(outputFiles.map((file) => [file.path, Buffer.from(file.contents)]));
    const indexes = new Set([...this.#folders.values()].map((folder) => join(folder, 'index.mjs')));
    for (const [file, content] of contents) if (!indexes.has(file)) await this.#write(file, content);
    return this.#writeEach([...this.#folders.keys()], (index) => contents.get(index));
  }

  /** Writes the index files of some functions. Returns the functions whose index file changed. */
  async #writeEach(names: readonly FunctionName[], contentOf: (index: string) => Buffer | undefined) {
    const changed: FunctionName[] = [];
    for (const name of names) {
      const index = join(this.#folders.get(name) ?? '', 'index.mjs');
      const content = contentOf(index);
      if (content !== undefined && (await this.#write(index, content))) changed.push(name);
    }
    return changed;
  }

  /** Writes a file atomically. Returns false if its content is unchanged. */
  async #write(file: string, content: Buffer): Promise<boolean> {
    if (this.#written.get(file)?.equals(content)) return false;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, content);
    await rename(`${file}.new`, file);
    this.#written.set(file, content);
    return true;
  }

  /** The functions that read a file with an error; all functions if the file is unknown. */
  #brokenBy(errors: readonly Message[]): readonly FunctionName[] {
    const files = errors.flatMap(({ location }) => (location === null ? [] : [location.file]));
    const found = [...this.#sources].filter(([, sources]) => files.some((file) => sources.has(file)));
    return found.length > 0 ? found.map(([name]) => name) : [...this.#folders.keys()];
  }

  /** Ends a build that is under way: esbuild stops with the same Ctrl+C. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#context.dispose();
  }
}

function failureOf(error: unknown): BuildFailure {
  if (error instanceof Error && 'errors' in error) return error as BuildFailure;
  throw error;
}

const describe = async (errors: Message[]) =>
  (await formatMessages(errors, { kind: 'error' })).join('\n').trim();

/** Every source of a function's index file and of the chunks that it imports, statically or dynamically. */
function sourcesOf({ outputs }: Metafile, folders: FunctionFolders) {
  const sourcesOfOutput = (path: string, seen: Set<string>): readonly string[] => {
    const output = outputs[path];
    if (output === undefined || seen.has(path)) return [];
    seen.add(path);
    const imported = output.imports.flatMap((each) => sourcesOfOutput(each.path, seen));
    return [...Object.keys(output.inputs), ...imported];
  };
  const indexes = Object.keys(outputs);
  return new Map(
    [...folders].map(([name, folder]) => {
      const index = indexes.find((path) => path.endsWith(`${basename(folder)}/index.mjs`)) ?? '';
      return [name, new Set(sourcesOfOutput(index, new Set()))];
    }),
  );
}

/**
 * Replaces a function that cannot be built. An API call returns the build error with status 500, any other
 * call throws it.
 */
const brokenFunction = (problem: string) => () =>
  Buffer.from(`
const message = ${JSON.stringify(`This function cannot be built.\n${problem}`)};
export const handler = async (event) => {
  if (event?.requestContext === undefined) throw new Error(message);
  return { statusCode: 500, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) };
};
`);
