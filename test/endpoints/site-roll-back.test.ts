import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { ApiClient } from '../support/applicant.ts';
import { assembly } from '../support/assembly.ts';
import { person } from '../support/person.ts';
import { quickCloud } from '../support/quick-cloud.ts';

const folders: string[] = [];
const clouds: LocalCloud[] = [];
afterAll(async () => {
  for (const cloud of clouds) await cloud.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const folder = (name: string) => {
  const made = mkdtempSync(join(tmpdir(), name));
  folders.push(made);
  return made;
};

async function deploy(from: string, data: string): Promise<LocalCloud> {
  await clouds.pop()?.close();
  const cloud = await startLocalCloud({ assembly: from, data, port: 0, programs: {}, ...quickCloud });
  clouds.push(cloud);
  return cloud;
}

const scriptIn = (page: string) => /\/(assets\/[\w.-]+\.js)/.exec(page)?.[1] ?? expect.unreachable(page);
const get = (cloud: LocalCloud, path: string) => fetch(`${cloud.url}/${path}`);

/** The same deployment with other pages, whose script has another hash in its name. */
function nextVersion(script: string): { readonly assembly: string; readonly script: string } {
  const copy = folder('next-version-');
  cpSync(assembly, copy, { recursive: true });
  const next = script.replace(/\.js$/, 'Next.js');
  for (const asset of readdirSync(copy).filter((each) => /^asset\.\w+$/.test(each))) {
    const files = readdirSync(join(copy, asset), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((each) => each.endsWith('.html'))) {
      const page = readFileSync(join(copy, asset, file), 'utf8');
      writeFileSync(join(copy, asset, file), page.replaceAll(script, next));
    }
    if (files.includes(script)) renameSync(join(copy, asset, script), join(copy, asset, next));
  }
  return { assembly: copy, script: next };
}

it('rolling the site back brings the earlier pages, and pages that are open keep working', async () => {
  const data = folder('roll-back-');
  const first = await deploy(assembly, data);
  const script = scriptIn(await (await get(first, 'about')).text());
  const applicant = await person(first);

  const next = nextVersion(script);
  const updated = await deploy(next.assembly, data);
  expect(scriptIn(await (await get(updated, 'about')).text())).toBe(next.script);
  const stillOpen = new ApiClient(updated);
  for (const [name, value] of applicant.cookies) stillOpen.cookies.set(name, value);
  const saved = await stillOpen.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
  expect(saved.status).toBe(200);

  const rolledBack = await deploy(assembly, data);
  const page = await get(rolledBack, 'about');
  expect(scriptIn(await page.text())).toBe(script);
  expect(page.headers.get('cache-control')).toContain('no-cache');
  // The script of the rolled back version stays for the pages that name it.
  for (const path of [script, next.script]) expect((await get(rolledBack, path)).status, path).toBe(200);
  const returning = new ApiClient(rolledBack);
  for (const [name, value] of applicant.cookies) returning.cookies.set(name, value);
  expect((await returning.call('GET', '/api/profile')).body.answer).toMatchObject({ first_name: 'Ada' });
});
