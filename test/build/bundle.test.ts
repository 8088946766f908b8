import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.ts';
import { functions } from '../../scripts/build/functions.ts';
import { root } from '../../scripts/build/root.ts';

/** Source files in the chunks that are loaded before the first call, from the project's folder. */
async function filesAtStart(entry: string): Promise<readonly string[]> {
  const { metafile } = await bundle(entry, join(root, '.cache/bundle-test'));
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
  test.each(['account', 'application', 'documents', 'applicationPdf', 'service'] as const)(
    'of %s has the client of DynamoDB, but neither S3 nor what only S3 and SES use',
    async (name) => {
      const files = await filesAtStart(functions[name].entry);
      const matching = (pattern: RegExp) => files.filter((file) => pattern.test(file));
      expect(matching(/client-dynamodb/)).not.toEqual([]);
      expect(matching(/client-s3|xml-builder|XmlShape|HttpBindingProtocol/)).toEqual([]);
      expect(matching(/ChecksumStream|createBufferedReadable|sdk-stream-mixin/)).toEqual([]);
    },
  );
});
