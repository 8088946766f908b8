import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { directImports } from './direct-imports.ts';
import { root } from './root.ts';
import { universityPlugin } from './university.ts';

export interface Bundle {
  readonly files: readonly OutputFile[];
  readonly metafile: Metafile;
}

/**
 * sharp as WebAssembly: the same bytes on every machine and on arm64, whichever native build is installed
 * here.
 */
const sharpFromWebAssembly: Plugin = {
  name: 'sharp-from-webassembly',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/sharp\.mjs$/ }, ({ importer }) =>
      /[\\/]sharp[\\/]dist[\\/]/.test(importer) ? { path: 'sharp', namespace: 'webassembly' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'webassembly' }, () => ({
      contents: "export default require('@img/sharp-wasm32/sharp.node');",
      loader: 'js',
    }));
  },
};

/** A client imports its package.json for its version: the rest of the file stays out of the bundle. */
const versionOnly: Plugin = {
  name: 'version-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** SDK classes that no function uses: SHA-256 in JavaScript, and retries that slow down a client. */
const unusedClasses = ['checksum/sha256/Sha256Js', 'retry/util-retry/AdaptiveRetryStrategy'];

const withoutUnusedClasses: Plugin = {
  name: 'without-unused-classes',
  setup({ onLoad }) {
    for (const file of unusedClasses) {
      const filter = new RegExp(`[\\\\/]${file.replaceAll('/', '[\\\\/]')}\\.js$`);
      onLoad({ filter }, () => ({ contents: `export const ${basename(file)} = undefined;` }));
    }
  },
};

/** Bundles one entry for Lambda. */
export async function bundle(entry: string, outdir: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...bundleOptions(entry, outdir),
    minify: true,
    sourcemap: 'external',
    logLevel: 'warning',
  });
  return { files: outputFiles, metafile };
}

/**
 * ES modules for Lambda's Node. A dynamic import becomes a separate chunk, which a cold start does not load.
 */
export const bundleOptions = (entry: string, outdir: string) =>
  ({
    absWorkingDir: root,
    entryPoints: { index: entry },
    outdir,
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    splitting: true,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    loader: { '.ttf': 'binary', '.otf': 'binary' },
    alias: {
      '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.ts'),
      '@aws-sdk/middleware-endpoint-discovery': join(import.meta.dirname, 'no-endpoint-discovery.ts'),
      'brotli/decompress.js': join(import.meta.dirname, 'native-brotli.ts'),
    },
    external: ['@img/sharp-wasm32/*'],
    plugins: [universityPlugin, sharpFromWebAssembly, withoutUnusedClasses, directImports, versionOnly],
    // CommonJS packages inside a module still need these.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';import{dirname as __dirnameOf}from'node:path';const require=__createRequire(import.meta.url),__filename=import.meta.filename,__dirname=__dirnameOf(__filename);",
    },
  }) satisfies BuildOptions;
