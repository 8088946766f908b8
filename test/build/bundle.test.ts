import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.ts';
import { functions } from '../../scripts/build/functions.ts';
import { root } from '../../scripts/build/root.ts';
import { sizeOf } from '../../scripts/build/size.ts';
import { routes } from '../../shared/api/routes.ts';

/** The chunks that are loaded before the first call, and their source files from the project's folder. */
async function startOf(entry: string) {
  const { files, metafile } = await bundle(entry, join(root, '.cache/bundle-test'));
  const seen = new Set<string>();
  const visit = (path: string) => {
    const output = metafile.outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { kind, path: imported } of output.imports) if (kind === 'import-statement') visit(imported);
  };
  visit(Object.keys(metafile.outputs).find((path) => path.endsWith('/index.mjs')) ?? '');
  return {
    chunks: files.filter(({ path }) => seen.has(relative(root, path))),
    sources: [...seen].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {})),
  };
}

describe('the code that a function loads before its first call', () => {
  test.each(['account', 'application', 'documents', 'applicationPdf', 'service'] as const)(
    'of %s has the client of DynamoDB, but neither S3 nor what only S3 and SES use',
    async (name) => {
      const { sources } = await startOf(functions[name].entry);
      const matching = (pattern: RegExp) => sources.filter((file) => pattern.test(file));
      expect(matching(/client-dynamodb/)).not.toEqual([]);
      expect(matching(/client-s3|xml-builder|XmlShape|HttpBindingProtocol/)).toEqual([]);
      expect(matching(/ChecksumStream|createBufferedReadable|sdk-stream-mixin/)).toEqual([]);
    },
  );

  test.each(Object.keys(routes))('of %s is at most 95 KB after gzip', async (name) => {
    const { entry } = functions[name as keyof typeof routes];
    const { eager } = sizeOf(name, await bundle(entry, join(root, '.cache/bundle-test')));
    expect(eager).toBeLessThanOrEqual(95);
  });

  test('has those error classes of the SDK that a function tests or the SDK tries again', async () => {
    const { chunks } = await startOf(functions.account.entry);
    const classes = chunks.flatMap(({ text }) =>
      [...text.matchAll(/super\(\{name:"(\w+)"/g)].map(([, name]) => name),
    );
    expect(classes.toSorted()).toEqual(['ReplicatedWriteConflictException', 'TransactionCanceledException']);
  });
});
