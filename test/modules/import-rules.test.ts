import { spawnSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/build/root.ts';

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
const folder = mkdtempSync(join(tmpdir(), 'modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The repository's own Biome rules, in a folder that contains only the planted files. */
const { vcs: _, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules));

/** Writes a file with this one import, and returns its name. */
function plant(file: string, imported: string): string {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `import '${imported}';\n`);
  return file;
}

/**
 * The planted files whose import Biome refuses. One run for all, because starting Biome takes longer than
 * checking them.
 */
function refusedByBiome(): readonly string[] {
  const args = [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '--only=noRestrictedImports'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return [...stdout.matchAll(/noRestrictedImports,file=([^,]+),/g)].map(([, file = '']) =>
    relative(realpathSync(folder), file),
  );
}

/** A file in each module, an import that the module may have, and one that it may not. */
const modules = [
  ['shared/form/planted.ts', './index.ts', '../rules/limits.ts'],
  ['shared/rules/planted.ts', '../form/index.ts', '../../web/main.tsx'],
  ['shared/archive/planted.ts', 'node:stream', '../../lambdas/aws/s3.ts'],
  ['lambdas/runtime/planted.ts', './clock.ts', '../table/table.ts'],
  ['lambdas/aws/planted.ts', '../runtime/clock.ts', '../table/table.ts'],
  ['lambdas/table/planted.ts', '@aws-sdk/lib-dynamodb', '../http/serve.ts'],
  ['lambdas/table/items/planted.ts', '../../runtime/errors.ts', '../../application/submit.ts'],
  ['lambdas/http/planted.ts', '../table/sessions.ts', '../account/log-in.ts'],
  ['lambdas/mail/planted.ts', '../table/application.ts', '../account/log-in.ts'],
  ['lambdas/documents/planted.ts', '../table/change.ts', '../application/submit.ts'],
  ['lambdas/lookup/planted.ts', '../table/throttles.ts', '../application/submit.ts'],
  ['lambdas/account/planted.ts', '../mail/notice-mail.ts', '../application/submit.ts'],
  ['lambdas/application/planted.ts', '../documents/documents.ts', '../staff/list.ts'],
  ['lambdas/pdf/planted.ts', '../application/submittable.ts', '../conversion/rejections.ts'],
  ['lambdas/conversion/planted.ts', '../pdf/qpdf.ts', '../table/table.ts'],
  ['lambdas/staff/planted.ts', '../../shared/archive/zip-bytes.ts', '../account/log-in.ts'],
  ['lambdas/delivery/planted.ts', '../application/audience-copy.ts', '../staff/list.ts'],
  ['lambdas/retention/planted.ts', '../staff/notes.ts', '../conversion/rejections.ts'],
  ['lambdas/functions/planted.ts', '../staff/list-calls.ts', '@aws-sdk/client-dynamodb'],
  ['web/form/planted.ts', '../../shared/api/routes.ts', '../../lambdas/table/table.ts'],
  ['web/ui/planted.ts', './button.tsx', '../session/session.ts'],
  ['web/api-client/planted.ts', './call.ts', '../session/session.ts'],
  ['web/session/planted.ts', '../api-client/call.ts', '../form-state/form-store.ts'],
  ['web/form-state/planted.ts', '../session/session.ts', '../fields/field-frame.tsx'],
  ['web/fields/planted.ts', '../form-state/form-store.ts', '../form/block.tsx'],
  ['web/print/planted.ts', '../form-state/partner-form.ts', '../documents/uploads.ts'],
  ['web/layout/planted.ts', '../session/session.ts', '../routes.tsx'],
  ['web/documents/planted.ts', '../fields/field-frame.tsx', '../form/block.tsx'],
  ['web/form/planted.ts', '../documents/uploads.ts', '../account/checks.ts'],
  ['web/account/planted.ts', '../layout/header.tsx', '../form/block.tsx'],
  ['web/pages/planted.ts', '../documents/application-pdf.tsx', '../prerender/start-app.tsx'],
  ['web/pages/planted.ts', '../api-client/queries.ts', '@tanstack/react-query'],
  ['web/console/planted.ts', '../print/printed-lines.tsx', '../form/block.tsx'],
  ['web/prerender/planted.ts', '../routes.tsx', '../main.tsx'],
  ['lib/stacks/planted.ts', '../../shared/api/routes.ts', '../../lambdas/table/table.ts'],
  ['scripts/build/planted.ts', '../../shared/api/routes.ts', '../../lambdas/table/table.ts'],
  ['scripts/local-cloud/planted.ts', './http.ts', '../build/root.ts'],
  ['scripts/local-cloud/s3/planted.ts', '../http.ts', '../../../shared/api/routes.ts'],
] as const;

describe('the import rules', () => {
  const planted = modules.map(([file, allowed, refused], row) => ({
    module: dirname(file),
    imports: { allowed, refused },
    allowed: plant(file.replace('planted', `allowed-${row}`), allowed),
    refused: plant(file.replace('planted', `refused-${row}`), refused),
  }));
  const refusedFiles = refusedByBiome();

  it.each(planted)(
    'let $module import $imports.allowed, and not $imports.refused',
    ({ allowed, refused }) => {
      expect(refusedFiles).not.toContain(allowed);
      expect(refusedFiles).toContain(refused);
    },
  );

  it('cover every module of lambdas and web', () => {
    for (const parent of ['lambdas', 'web']) {
      const entries = readdirSync(join(root, parent), { withFileTypes: true });
      const folders = entries.filter(
        (entry) => entry.isDirectory() && !['public', 'theme'].includes(entry.name),
      );
      const planted = new Set(modules.map(([file]) => dirname(file)));
      for (const { name } of folders) expect(planted).toContain(`${parent}/${name}`);
    }
  });
});

it('web/form-state contains no component', () => {
  const files = readdirSync(join(root, 'web/form-state'));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => file.endsWith('.tsx'))).toEqual([]);
});

it('other code imports only what the local cloud exports', () => {
  const localCloud = join(root, 'scripts/local-cloud');
  const { exports } = JSON.parse(readFileSync(join(localCloud, 'package.json'), 'utf8'));
  const exported = Object.values<string>(exports).map((path) => join(localCloud, path));
  const files = globSync('{scripts,test}/**/*.{ts,tsx,mjs}', { cwd: root }).filter(
    (file) => !file.startsWith('scripts/local-cloud/') && !file.includes('node_modules'),
  );
  const imports = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'([^']*local-cloud\/[^']+)'/g),
    ].map(([, path = '']) => ({ file, path: resolve(root, dirname(file), path) })),
  );
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter(({ path }) => !exported.includes(path))).toEqual([]);
  expect(exported.filter((path) => !imports.some((each) => each.path === path))).toEqual([]);
});
