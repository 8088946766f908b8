import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
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
import { importRules } from '../../scripts/build/import-rules.ts';
import { root } from '../../scripts/build/root.ts';

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
const folder = mkdtempSync(join(tmpdir(), 'modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The repository's own Biome rules, in a folder that contains only the planted files. */
const { vcs: _, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules));
copyFileSync(join(root, 'biome.imports.json'), join(folder, 'biome.imports.json'));

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
  ['lambdas/use-cases/planted.ts', '../../shared/archive/zip-bytes.ts', '../http/serve.ts'],
  ['lambdas/runtime/planted.ts', './clock.ts', '../store/table.ts'],
  ['lambdas/aws/planted.ts', '../runtime/clock.ts', '../store/table.ts'],
  ['lambdas/store/planted.ts', '../runtime/errors.ts', '../http/serve.ts'],
  ['lambdas/store/planted.ts', '@aws-sdk/lib-dynamodb', '../use-cases/submit.ts'],
  ['lambdas/lookup/planted.ts', '../store/table.ts', '../handlers/lookup.ts'],
  ['lambdas/use-cases/planted.ts', '../store/change.ts', '../http/serve.ts'],
  ['lambdas/use-cases/planted.ts', '../aws/s3.ts', '@aws-sdk/client-s3'],
  ['lambdas/pdf/planted.ts', '../use-cases/submittable.ts', '../conversion/job.ts'],
  ['lambdas/http/planted.ts', '../store/sessions.ts', '../handlers/account.ts'],
  ['lambdas/conversion/planted.ts', '../pdf/qpdf.ts', '../http/serve.ts'],
  ['lambdas/handlers/planted.ts', '../http/serve.ts', '@aws-sdk/client-dynamodb'],
  ['lambdas/functions/planted.ts', '../handlers/account.ts', '@aws-sdk/client-dynamodb'],
  ['web/form/planted.ts', '../../shared/api/routes.ts', '../../lambdas/store/table.ts'],
  ['web/ui/planted.ts', './button.tsx', '../session/session.ts'],
  ['web/api-client/planted.ts', './call.ts', '../session/session.ts'],
  ['web/session/planted.ts', '../api-client/call.ts', '../form-state/form-store.ts'],
  ['web/form-state/planted.ts', '../session/session.ts', '../fields/field-frame.tsx'],
  ['web/fields/planted.ts', '../form-state/form-store.ts', '../form/block.tsx'],
  ['web/print/planted.ts', '../form-state/partner-form.ts', '../documents/upload.ts'],
  ['web/layout/planted.ts', '../session/session.ts', '../routes.tsx'],
  ['web/documents/planted.ts', '../fields/field-frame.tsx', '../form/block.tsx'],
  ['web/form/planted.ts', '../documents/upload.ts', '../account/checks.ts'],
  ['web/account/planted.ts', '../layout/header.tsx', '../form/block.tsx'],
  ['web/pages/planted.ts', '../documents/application-pdf.tsx', '../prerender/start-app.tsx'],
  ['web/pages/planted.ts', '../api-client/queries.ts', '@tanstack/react-query'],
  ['web/console/planted.ts', '../print/printed-lines.tsx', '../form/block.tsx'],
  ['web/prerender/planted.ts', '../routes.tsx', '../main.tsx'],
  ['lib/stacks/planted.ts', '../../shared/api/routes.ts', '../../lambdas/store/table.ts'],
  ['scripts/build/planted.ts', '../../shared/api/routes.ts', '../../lambdas/store/table.ts'],
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

  it('follow the table of ARCHITECTURE.md (npm run generate)', () => {
    expect(readFileSync(join(root, 'biome.imports.json'), 'utf8')).toBe(importRules());
  });

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
