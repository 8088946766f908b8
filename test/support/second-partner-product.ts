import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Partner } from '../../shared/partners/partner.ts';
import { desertSky } from './second-partner.ts';

const root = join(import.meta.dirname, '../..');
const parts =
  'bin lib lambdas shared web data scripts cdk.json package.json package-lock.json tsconfig.json'.split(' ');

type Deadlines = NonNullable<Partner['deadlines']>;

/** A moment on the second partner's clocks, as its deadlines are written. */
export const onItsClocks = (moment: number): string =>
  new Date(moment)
    .toLocaleString('sv-SE', { timeZone: desertSky.timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');

/** Adds the second partner as docs/partners.md says: its file, its entry in the list, its id in the deployment. */
function addPartner(project: string, deadlines: Deadlines) {
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(project, file), change(readFileSync(join(project, file), 'utf8')));
  cpSync(join(root, 'test/support/second-partner.ts'), join(project, 'shared/partners/desert-sky.ts'));
  edit('shared/partners/desert-sky.ts', (text) =>
    text
      .replace('../../shared/options/', '../options/')
      .replace('../../shared/partners/', './')
      .replace(/deadlines: \[.*?\n {2}\]/s, () => `deadlines: ${JSON.stringify(deadlines)}`),
  );
  edit('shared/partners/index.ts', (text) =>
    `import { desertSky } from './desert-sky.ts';\n${text}`.replace(
      '= [northernLakes]',
      '= [northernLakes, desertSky]',
    ),
  );
  edit('lib/config/index.ts', (text) => text.replaceAll("'northern-lakes'", "'desert-sky'"));
}

/**
 * Builds the product of the second partner, with these deadlines, in a folder of its own, as its operator would. Returns the folder of
 * the assembly.
 */
export function buildSecondPartner(folder: string, deadlines: Deadlines): string {
  const project = join(folder, 'project');
  for (const part of parts) cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  addPartner(project, deadlines);
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const output = execFileSync(process.execPath, ['scripts/main.ts', 'assemble'], {
    cwd: project,
    encoding: 'utf8',
    env,
  });
  return output.trim().split('\n').at(-1) ?? '';
}
