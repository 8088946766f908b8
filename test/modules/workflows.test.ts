import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/build/root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const deploy = read('.github/workflows/deploy.yml');
/** The text of each job, by its name. */
const jobs = Object.fromEntries(
  [...deploy.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(([, name = '', text = '']) => [name, text]),
);

test('every action is pinned to a commit', () => {
  const used = [...`${deploy}${read('.github/workflows/ci.yml')}`.matchAll(/uses: (\S+)/g)];
  const actions = used.map(([, name = '']) => name).filter((name) => !name.startsWith('./'));
  expect(actions.length).toBeGreaterThan(3);
  expect(actions.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});

test('a deployment takes only a commit of main that CI has tested, and one at a time', () => {
  expect(deploy).toContain('workflows: [CI]');
  expect(deploy).toMatch(/concurrency:\n {2}group: deploy\n {2}cancel-in-progress: false/);
  expect(jobs.tested).toContain('git merge-base --is-ancestor "$COMMIT" origin/main');
  expect(jobs.tested).toContain('select(.name == "test") | .conclusion');
  expect(jobs.dev).toMatch(/needs: tested\n {4}if: needs\.tested\.outputs\.passed == 'true'\n/);
});

test('a deployment tests dev, shows the changes, and then deploys prod and tests it', () => {
  for (const stage of ['dev', 'prod'])
    expect(jobs[stage]).toMatch(
      new RegExp(`-c stage=${stage}[\\s\\S]*npx matricula ops smoke --stage ${stage}`),
    );
  expect(jobs.changes).toContain('needs: dev');
  expect(jobs.changes).toContain("npx cdk diff '**' -c stage=prod");
  expect(jobs.changes).not.toContain('cdk deploy');
  expect(jobs.prod).toContain('needs: changes');
});

test('a deployment that broadens permissions asks other people', () => {
  expect(jobs.changes).toContain('--security-only --fail-on broadening');
  expect(jobs.prod).toMatch(/environment: .*security == 'false' && 'prod' \|\| 'prod-security'/);
});
