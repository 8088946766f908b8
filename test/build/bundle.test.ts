import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.ts';
import { functions } from '../../scripts/build/functions.ts';
import { root } from '../../scripts/build/root.ts';
import { sizeOf } from '../../scripts/build/size.ts';

const bundles = new Map<string, ReturnType<typeof bundle>>();
/** The bundle of a function, which is built once. */
function bundleOf(entry: string) {
  const built = bundles.get(entry) ?? bundle(entry, join(root, '.cache/bundle-test'));
  bundles.set(entry, built);
  return built;
}

/** The source files, from the project's folder, of the code that is loaded before the first call. */
async function sourcesAtStart(entry: string) {
  const { metafile } = await bundleOf(entry);
  const seen = new Set<string>();
  const visit = (path: string) => {
    const output = metafile.outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { kind, path: imported } of output.imports) if (kind === 'import-statement') visit(imported);
  };
  visit(Object.keys(metafile.outputs).find((path) => path.endsWith('/index.mjs')) ?? '');
  return [...seen].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
}

describe('the code that a function loads before its first call', () => {
  test.each(['account', 'applicant', 'service'] as const)(
    'of %s has the client of DynamoDB, but neither S3 nor what only S3 and SES use',
    async (name) => {
      const sources = await sourcesAtStart(functions[name].entry);
      const matching = (pattern: RegExp) => sources.filter((file) => pattern.test(file));
      expect(matching(/client-dynamodb/)).not.toEqual([]);
      expect(matching(/client-s3|xml-builder|XmlShape|HttpBindingProtocol/)).toEqual([]);
      expect(matching(/ChecksumStream|createBufferedReadable|sdk-stream-mixin/)).toEqual([]);
    },
  );

  test.each(Object.entries(functions))('of %s is at most 120 KB after gzip', async (name, { entry }) => {
    const { eager } = sizeOf(name, await bundleOf(entry));
    expect(eager).toBeLessThanOrEqual(120);
  });
});

test('the code that draws an application PDF has no Brotli dictionary', async () => {
  const { metafile } = await bundleOf(functions['application-pdf-make'].entry);
  const sources = Object.keys(metafile.inputs);
  expect(sources.filter((file) => file.includes('/fontkit/'))).not.toEqual([]);
  expect(sources.filter((file) => file.includes('/brotli/'))).toEqual([]);
});
