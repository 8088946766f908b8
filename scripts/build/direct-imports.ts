import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** `import { a, b as c } from "@smithy/core/protocols";`, as the SDK's compiler writes it. */
const indexImport = /import \{([^}]*)\} from "(@(?:aws-sdk|smithy)\/core\/[\w-]+)";/g;
const reExport = /export \{([^}]*)\} from "([^"]+)";/g;

interface Source {
  readonly file: string;
  readonly name: string;
}
/** Where each name of an index file comes from. */
type Index = ReadonlyMap<string, Source>;

/** The names of `a, b as c`, each as written there and as it is called from then on. */
const namesIn = (list: string) =>
  list.split(',').flatMap((each) => {
    const [name = '', alias = name] = each.trim().split(' as ');
    return name === '' ? [] : [{ name, alias }];
  });

/**
 * Lets the AWS SDK import what it uses from the files that define it. With its index files between them, esbuild puts what
 * any call uses (S3's XML, SES's REST) into the chunk that every call loads, though only a chunk loaded later needs it.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  setup({ onLoad, resolve }) {
    const indexes = new Map<string, Promise<Index>>();

    function indexOf(specifier: string, resolveDir: string): Promise<Index> {
      const known = indexes.get(specifier) ?? readIndex(specifier, resolveDir);
      indexes.set(specifier, known);
      return known;
    }

    async function readIndex(specifier: string, resolveDir: string): Promise<Index> {
      const { path } = await resolve(specifier, { kind: 'import-statement', resolveDir });
      const index = new Map<string, Source>();
      for (const [, list = '', from = ''] of (await readFile(path, 'utf8')).matchAll(reExport)) {
        const other = from.startsWith('.') ? undefined : await indexOf(from, resolveDir);
        for (const { name, alias } of namesIn(list))
          index.set(alias, other?.get(name) ?? { file: other ? from : join(dirname(path), from), name });
      }
      return index;
    }

    async function direct(list: string, specifier: string, resolveDir: string): Promise<string> {
      const index = await indexOf(specifier, resolveDir);
      const imports = namesIn(list).map(({ name, alias }) => {
        const source = index.get(name) ?? { file: specifier, name };
        return `import { ${source.name} as ${alias} } from ${JSON.stringify(source.file)};`;
      });
      return imports.join('');
    }

    onLoad(
      { filter: /[\\/]node_modules[\\/]@(aws-sdk|smithy)[\\/].*[\\/]dist-es[\\/].*\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const found = [...text.matchAll(indexImport)];
        const written = await Promise.all(
          found.map(([, list = '', specifier = '']) => direct(list, specifier, dirname(path))),
        );
        return { contents: text.replace(indexImport, () => written.shift() ?? '') };
      },
    );
  },
};
