import { join } from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { root } from './root.ts';

export interface Bundle {
  readonly files: readonly OutputFile[];
  readonly metafile: Metafile;
}

/** Bundles one entry for Lambda: ES modules, what is imported when needed in chunks of its own (H-14). */
export async function bundle(entry: string, outdir: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
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
    minify: true,
    sourcemap: 'external',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    loader: { '.ttf': 'binary', '.otf': 'binary' },
    alias: {
      '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.ts'),
      '@aws-sdk/middleware-endpoint-discovery': join(import.meta.dirname, 'no-endpoint-discovery.ts'),
    },
    external: ['@img/sharp-wasm32/*'],
    plugins: [sharpFromWebAssembly],
    // CommonJS packages inside a module still ask for these.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';import{dirname as __dirnameOf}from'node:path';const require=__createRequire(import.meta.url),__filename=import.meta.filename,__dirname=__dirnameOf(__filename);",
    },
    logLevel: 'warning',
  });
  return { files: outputFiles, metafile };
}

/** The same bytes on every machine and on arm64: never the native build that happens to be installed (H-15). */
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
