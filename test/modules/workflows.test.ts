import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deploymentNames } from '../../lib/config/index.ts';
import { root } from '../../scripts/build/root.ts';
import { commands } from '../support/commands.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = [
  ...readdirSync(join(root, '.github/workflows')).map((file) => `.github/workflows/${file}`),
  '.github/actions/prepare/action.yml',
];
const deploy = read('.github/workflows/deploy.yml');
/** The jobs of the deployment, in the order of the file. */
const jobs = Object.fromEntries(
  deploy
    .split(/^jobs:$/m)[1]
    ?.split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((text) => [text.split(':', 1)[0], text]) ?? [],
);

describe('workflows', () => {
  test.each(files)('%s runs only actions pinned by commit, with the version beside it', (file) => {
    const used = read(file).match(/uses: .+/g) ?? [];
    expect(used.length).toBeGreaterThan(0);
    for (const each of used)
      expect(each).toMatch(/uses: (\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
  });

  test.each(files)('%s runs only commands of package.json and stages that exist', (file) => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, name = ''] of read(file).matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty(name);
    for (const [call] of read(file).matchAll(/npx matricula [a-z]+ [a-z-]+/g))
      expect([...commands.keys()]).toContain(call);
    for (const [, name] of read(file).matchAll(/stage[= ](\w+)/g)) expect(deploymentNames).toContain(name);
  });

  test('workflows store no AWS keys: each job assumes a role for its run', () => {
    expect(files.map(read).join()).not.toMatch(
      /AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)|aws-(access-key-id|secret-access-key)/,
    );
    for (const [name, text] of Object.entries(jobs).filter(([each]) => each !== 'tested')) {
      expect(text, name).toMatch(/permissions:\n {6}contents: read\n {6}id-token: write\n/);
      expect(text, name).toMatch(/role: \$\{\{ vars\.AWS_ROLE_ARN \}\}/);
    }
    expect(deploy).toMatch(/^permissions:\n {2}contents: read\n/m);
  });
});

describe('CI', () => {
  const ci = read('.github/workflows/ci.yml');

  test('asks the registry about vulnerabilities of everything that is deployed, also without a push', () => {
    expect(ci).toMatch(/npm audit --package-lock-only --omit=dev --audit-level=high\n/);
    expect(ci).toMatch(
      /npm audit --package-lock-only --audit-level=high\n\s+working-directory: lambdas\/conversion\/office-image/,
    );
    expect(ci).toMatch(/schedule:\n\s+- cron:/);
  });

  // Without njs, test/infrastructure/edge-functions.test.ts only warns.
  test('runs the CloudFront Functions in njs', () => {
    expect(ci).toMatch(/apt-get install [^\n]*\bnjs\b.*bash \.ci\/run/s);
  });

  test('keeps what each build was made of', () => {
    expect(ci.indexOf('npx matricula ops sbom')).toBeGreaterThan(ci.indexOf('bash .ci/run'));
    expect(ci).toMatch(/path: dist\/sbom/);
  });

  test('gets updates proposed for packages, the base image and actions', () => {
    const updates = read('.github/dependabot.yml');
    expect(updates.match(/package-ecosystem: \S+/g)?.map((line) => line.split(' ')[1])).toEqual([
      'npm',
      'docker',
      'github-actions',
    ]);
    for (const folder of [
      '"/", "/lambdas/conversion/office-image"',
      'directory: /lambdas/conversion/office-image',
    ])
      expect(updates).toContain(folder);
  });
});

describe('the deployment', () => {
  test('takes only what CI has tested on the main branch, and one at a time', () => {
    expect(deploy).toContain('workflows: [CI]');
    expect(read('.github/workflows/ci.yml')).toMatch(/^name: CI$/m);
    expect(jobs.dev).toMatch(/needs: tested\n {4}if: needs\.tested\.outputs\.passed == 'true'\n/);
    expect(deploy).toMatch(/concurrency:\n {2}group: deploy\n {2}cancel-in-progress: false/);
  });

  test('by hand takes only a commit of main whose tests passed, and fails for any other', () => {
    expect(jobs.tested).toContain('git merge-base --is-ancestor "$COMMIT" origin/main');
    expect(jobs.tested).toMatch(/fetch-depth: 0/);
    expect(jobs.tested).toMatch(/\[ "\$GITHUB_EVENT_NAME" != workflow_dispatch \]/);
    expect(jobs.tested).not.toMatch(/AWS_|id-token/);
  });

  test('does not wait for advisories: it asks for the job with the tests alone', () => {
    expect(jobs.tested).toContain('select(.name == "test") | .conclusion');
    expect(Object.keys(jobs).join()).not.toContain('audit');
    expect(deploy).not.toContain('workflow_run.conclusion');
  });

  test('deploys dev, runs the smoke test, shows the changes, and only then deploys prod and tests it', () => {
    expect(Object.keys(jobs)).toEqual(['tested', 'dev', 'changes', 'prod']);
    const order = (text: string | undefined, ...parts: string[]) =>
      parts.map((part) => text?.indexOf(part) ?? -1);
    for (const stage of ['dev', 'prod']) {
      const [deployed = -1, tested = -1] = order(
        jobs[stage],
        `-c stage=${stage}`,
        `npx matricula ops smoke --stage ${stage}`,
      );
      expect(deployed).toBeGreaterThan(0);
      expect(tested).toBeGreaterThan(deployed);
    }
    expect(jobs.changes).toContain('needs: dev');
    expect(jobs.changes).toContain("npx cdk diff '**' -c stage=prod");
    expect(jobs.changes).not.toContain('cdk deploy');
    expect(jobs.prod).toContain('needs: changes');
  });

  test('asks other people when permissions become broader', () => {
    expect(jobs.changes).toContain('--security-only --fail-on broadening');
    expect(jobs.prod).toMatch(/environment: .*security == 'false' && 'prod' \|\| 'prod-security'/);
  });
});
