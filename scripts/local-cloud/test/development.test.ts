import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import type { LocalCloudOptions } from '../index.ts';
import { fixtureAssembly, startFixture } from './fixture.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function temporaryFolder(prefix: string) {
  const folder = mkdtempSync(prefix);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(options: Partial<LocalCloudOptions>) {
  const { cloud } = await startFixture(temporaryFolder(join(tmpdir(), 'local-cloud-')), options);
  cleanUps.push(() => cloud.close());
  return cloud;
}

describe('a function whose code has changed', () => {
  /**
   * A separate assembly and the folder of its function's code. It is inside the project, because the function
   * imports the SDK.
   */
  async function ownAssembly() {
    const folder = temporaryFolder(resolve(import.meta.dirname, '../../.cache/fixture-own-'));
    const assembly = join(folder, 'cdk.out');
    cpSync(await fixtureAssembly(), assembly, { recursive: true });
    const [bundle = ''] = globSync(join(assembly, 'asset.*/index.mjs'));
    return { assembly, code: dirname(bundle) };
  }

  const secondVersion =
    "export const handler = async () => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ version: 2 }) });";

  it('tells the development server of every call that it fails, an import that throws included', async () => {
    const { assembly, code } = await ownAssembly();
    const errors: string[] = [];
    const onFunctionError = (path: string, error: Error) => errors.push(`${path}: ${error.message}`);
    const { url, reloadFunctions } = await start({ assembly, onFunctionError });
    expect((await fetch(`${url}/api/do/fail`)).status).toBe(500);
    writeFileSync(join(code, 'index.mjs'), "throw new Error('at import');");
    await reloadFunctions(code);
    expect((await fetch(`${url}/api/do/count`)).status).toBe(500);
    expect(errors).toEqual(['App/Worker/Resource: on purpose', expect.stringContaining('at import')]);
  });

  it('finishes a running call with the old code and uses the new code for the next', async () => {
    const { assembly, code } = await ownAssembly();
    const cloud = await start({ assembly });
    const call = async (name: string) => (await fetch(`${cloud.url}/api/do/${name}`)).json();
    let isReading = false;
    const letRead = cloud.injectFault({
      matches: ({ headers }) => {
        const isRead = headers['x-amz-target']?.endsWith('.GetItem') ?? false;
        isReading ||= isRead;
        return isRead;
      },
      effect: 'held',
    });
    const underWay = call('read');
    await eventually(() => expect(isReading).toBe(true));
    writeFileSync(join(code, 'index.mjs'), secondVersion);
    await cloud.reloadFunctions(code);
    expect(await call('count')).toEqual({ version: 2 });
    letRead();
    expect(await underWay).toEqual({});
    expect(await call('count')).toEqual({ version: 2 });
  });
});
