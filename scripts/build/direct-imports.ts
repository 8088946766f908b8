import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * `import { a, b as c } from "@smithy/core/protocols";`, as the SDK's compiler writes it, or the same with
 * `export`.
 */
const indexImport = /(import|export) \{([^}]*)\} from "(@(?:aws-sdk|smithy)\/core\/[\w-]+)";/g;
const reExport = /export \{([^}]*)\} from "([^"]+)";/g;
/** Exports that an index file defines itself. */
const ownExport = /export (?:(?:class|const|function) (\w+)|\{([^}]*)\};)/g;
/** Suffix of a module path: the index file without its re-exports. */
const ownPart = '?own';

interface Source {
  readonly file: string;
  readonly name: string;
}
/** The file that defines each name of an index file. */
type Index = ReadonlyMap<string, Source>;

/** The names of `a, b as c`, each with the alias that the importing code uses. */
const namesIn = (list: string) =>
  list.split(',').flatMap((each) => {
    const [name = '', alias = name] = each.trim().split(' as ');
    return name === '' ? [] : [{ name, alias }];
  });

/** The part of an SDK file that a bundle needs. */
async function sourceOf(path: string, suffix: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  return suffix === ownPart ? text.replace(reExport, '') : text;
}

/**
 * Makes the AWS SDK import each name from the file that defines it. Through the SDK's index files, esbuild
 * would put code of single services (S3's XML and streams, SES's REST) into the chunk that every call loads.
 * A definition inside an index file becomes a separate module.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  setup({ onLoad, onResolve, resolve }) {
    const indexes = new Map<string, Promise<Index>>();

    function indexOf(specifier: string, resolveDir: string): Promise<Index> {
      const known = indexes.get(specifier) ?? readIndex(specifier, resolveDir);
      indexes.set(specifier, known);
      return known;
    }

    async function readIndex(specifier: string, resolveDir: string): Promise<Index> {
      const { path } = await resolve(specifier, { kind: 'import-statement', resolveDir });
      const text = await readFile(path, 'utf8');
      const index = new Map<string, Source>();
      for (const [, name, list = name] of text.matchAll(ownExport))
        for (const { alias } of namesIn(list ?? '')) index.set(alias, { file: path + ownPart, name: alias });
      for (const [, list = '', from = ''] of text.matchAll(reExport)) {
        const other = from.startsWith('.') ? undefined : await indexOf(from, resolveDir);
        for (const { name, alias } of namesIn(list))
          index.set(alias, other?.get(name) ?? { file: other ? from : join(dirname(path), from), name });
      }
      return index;
    }

    /** The same imports or exports, each from the file that defines the name. */
    async function direct(statement: RegExpMatchArray, resolveDir: string): Promise<string> {
      const [, verb, list = '', specifier = ''] = statement;
      const index = await indexOf(specifier, resolveDir);
      const names = namesIn(list).map(({ name, alias }) => {
        const source = index.get(name) ?? { file: specifier, name };
        return `${verb} { ${source.name} as ${alias} } from ${JSON.stringify(source.file)};`;
      });
      return names.join('');
    }

    onResolve({ filter: /\?own$/ }, ({ path }) => ({
      path: path.slice(0, -ownPart.length),
      suffix: ownPart,
      sideEffects: false,
    }));

    onLoad(
      { filter: /[\\/]node_modules[\\/]@(aws-sdk|smithy)[\\/].*[\\/]dist-es[\\/].*\.js$/ },
      async ({ path, suffix }) => {
        const text = await sourceOf(path, suffix);
        const found = [...text.matchAll(indexImport)];
        const written = await Promise.all(found.map((statement) => direct(statement, dirname(path))));
        return { contents: text.replace(indexImport, () => written.shift() ?? '') };
      },
    );
  },
};
