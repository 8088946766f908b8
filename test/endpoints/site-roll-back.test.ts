import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { assembly } from '../support/assembly.ts';
import { Person, person } from '../support/person.ts';
import { quickCloud } from '../support/quick-cloud.ts';

const folder = mkdtempSync(join(tmpdir(), 'roll-back-'));
let cloud: LocalCloud | undefined;
afterAll(async () => {
  await cloud?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Deploys another version in place of the one that runs. */
async function deploy(from: string): Promise<LocalCloud> {
  await cloud?.close();
  const data = join(folder, 'data');
  cloud = await startLocalCloud({ assembly: from, data, port: 0, programs: {}, ...quickCloud });
  return cloud;
}

const scriptIn = (page: string) => /\/(assets\/[\w.-]+\.js)/.exec(page)?.[1] ?? expect.unreachable(page);
const get = (cloud: LocalCloud, path: string) => fetch(`${cloud.url}/${path}`);

/** A page of the applicant that stays open while another version is deployed. */
function openIn(deployed: LocalCloud, { username, cookies }: Person): Person {
  const page = new Person(deployed, username);
  for (const [name, value] of cookies) page.cookies.set(name, value);
  return page;
}

/** The same deployment with other pages, whose script has another hash in its name. */
function nextVersion(script: string): { readonly assembly: string; readonly script: string } {
  const copy = join(folder, 'next-version');
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
  const first = await deploy(assembly);
  const script = scriptIn(await (await get(first, 'about')).text());
  const applicant = await person(first);

  const next = nextVersion(script);
  const updated = await deploy(next.assembly);
  expect(scriptIn(await (await get(updated, 'about')).text())).toBe(next.script);
  const stillOpen = openIn(updated, applicant);
  expect((await stillOpen.save({ first_name: 'Ada' })).status).toBe(200);

  const rolledBack = await deploy(assembly);
  const page = await get(rolledBack, 'about');
  expect(scriptIn(await page.text())).toBe(script);
  expect(page.headers.get('cache-control')).toContain('no-cache');
  // The script of the rolled back version stays for the pages that name it.
  for (const path of [script, next.script]) expect((await get(rolledBack, path)).status, path).toBe(200);
  expect((await openIn(rolledBack, applicant).get('/api/profile')).body.answer).toMatchObject({
    first_name: 'Ada',
  });
});
