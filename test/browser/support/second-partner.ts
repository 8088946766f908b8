import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCloud, startLocalCloud } from '../../../scripts/local-cloud/index.ts';
import { desertSky } from '../../support/second-partner.ts';
import { test as shared } from './test.ts';

const root = join(import.meta.dirname, '../../..');
const parts =
  'bin lib lambdas shared web data scripts cdk.json package.json package-lock.json tsconfig.json'.split(' ');

const hour = 3_600_000;

/** A deadline of three hours ago with a day of grace: what is submitted now is late. */
function passedDeadline(): string {
  const at = new Date(Date.now() - 3 * hour)
    .toLocaleString('sv-SE', { timeZone: desertSky.timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');
  const [label, graceMinutes] = ['Priority date', 24 * 60];
  return JSON.stringify({ id: 'priority', label, at, graceMinutes, warnDays: [] });
}

/** Adds the second partner as docs/partners.md says: its file, its entry in the list, its id in the deployment. */
function addPartner(project: string) {
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(project, file), change(readFileSync(join(project, file), 'utf8')));
  cpSync(join(root, 'test/support/second-partner.ts'), join(project, 'shared/partners/desert-sky.ts'));
  edit('shared/partners/desert-sky.ts', (text) =>
    text
      .replace('../../shared/options/', '../options/')
      .replace('../../shared/partners/', './')
      .replace('deadlines: [', `deadlines: [${passedDeadline()},`),
  );
  edit('shared/partners/index.ts', (text) =>
    `import { desertSky } from './desert-sky.ts';\n${text}`.replace(
      '= [northernLakes]',
      '= [northernLakes, desertSky]',
    ),
  );
  edit('lib/config/index.ts', (text) => text.replaceAll("'northern-lakes'", "'desert-sky'"));
}

/** Builds the product of the second partner in a folder of its own, as its operator would. */
function buildIn(folder: string): string {
  const project = join(folder, 'project');
  for (const part of parts) cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  addPartner(project);
  const output = execFileSync(process.execPath, ['scripts/main.ts', 'assemble'], {
    cwd: project,
    encoding: 'utf8',
  });
  return output.trim().split('\n').at(-1) ?? '';
}

/** Tests on a local cloud that runs the second partner's product. */
export const test = shared.extend<{ readonly cloud: LocalCloud }, { readonly university: LocalCloud }>({
  university: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'matricula-another-'));
      const cloud = await startLocalCloud({
        assembly: buildIn(folder),
        data: join(folder, 'data'),
        port: 0,
        patience: 12,
      });
      await use(cloud);
      await cloud.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  cloud: ({ university }, use) => use(university),
  baseURL: ({ university }, use) => use(university.url),
});
