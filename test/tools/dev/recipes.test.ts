import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/build/root.ts';
import { withCopy } from '../../../scripts/lab/source-copy/copy.ts';
import { runProgram, runVitest } from '../../../scripts/lab/source-copy/run-program.ts';

// Performs each recipe of CONTRIBUTING.md in a copy of the source. Each recipe's section must name the files
// that are edited here, the commands that run and the messages that appear.

const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

function sectionOf(title: string): string {
  const [, rest] = guide.split(`### ${title}\n`);
  if (rest === undefined) throw new Error(`CONTRIBUTING.md has no recipe "${title}".`);
  return rest.split(/^##/m)[0] ?? '';
}

type Edit = readonly [find: string, replace: string];

function edit(copy: string, file: string, edits: readonly Edit[]): void {
  const path = join(copy, file);
  const change = (text: string, [find, replace]: Edit) => {
    if (!text.includes(find)) throw new Error(`${file} does not contain: ${find}`);
    return text.replaceAll(find, () => replace);
  };
  writeFileSync(path, edits.reduce(change, readFileSync(path, 'utf8')));
}

const before = (anchor: string, added: string): Edit => [anchor, `${added}${anchor}`];
const after = (anchor: string, added: string): Edit => [anchor, `${anchor}${added}`];

/** One recipe, its copy of the source, and the ways to perform it. */
function recipeIn(copy: string, title: string, signal: AbortSignal) {
  const section = sectionOf(title);
  const requireNamed = (text: string) => expect(section, `The recipe "${title}"`).toContain(text);
  const plain = async (output: Promise<string>) => stripVTControlCharacters(await output);
  const cli = (...words: readonly string[]) =>
    plain(runProgram(copy, ['scripts/main.ts', ...words], { signal }));
  return {
    requireNamed,
    cli,
    read: (file: string) => readFileSync(join(copy, file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(join(copy, file), text),
    /** Edits a file that the recipe names. */
    edit(file: string, ...edits: readonly Edit[]) {
      requireNamed(file);
      edit(copy, file, edits);
    },
    /** Edits a file that the recipe describes without its name. */
    editUnnamed: (file: string, ...edits: readonly Edit[]) => edit(copy, file, edits),
    /** Runs a command of the recipe, and returns its output. */
    run(command: string) {
      requireNamed(`\`${command}\``);
      return cli(
        ...command
          .replace(/^(npx matricula|npm run) /, '')
          .replace(' -- ', ' ')
          .split(' '),
      );
    },
    /** The check of forms and partners that `npm run dev` and `npx matricula ops check` share. */
    checkForms: () => cli('check-forms'),
    test: (...args: readonly string[]) =>
      plain(runVitest(copy, ['run', '--project=product*', ...args], { signal })),
    /** Returns the type errors in the programs that begin with these files. The whole project is slower. */
    typeErrors(...include: readonly string[]) {
      const files = ['lambdas/**/*.d.ts', 'shared/api', ...include];
      const settings = { extends: './tsconfig.json', include: files };
      writeFileSync(join(copy, 'tsconfig.recipe.json'), JSON.stringify(settings));
      const tsc = 'node_modules/typescript/bin/tsc';
      return runProgram(copy, [tsc, '--pretty', 'false', '-p', 'tsconfig.recipe.json'], { signal });
    },
  };
}

/** Milliseconds. Far longer than a recipe takes: each starts several compilers and test runs. */
const timeout = 600_000;

const recipe = (title: string, perform: (recipe: ReturnType<typeof recipeIn>) => Promise<void>) =>
  test(`CONTRIBUTING.md: the recipe "${title}" works`, { timeout }, ({ signal }) =>
    withCopy(root, async (copy) => {
      cpSync(join(root, 'docs'), join(copy, 'docs'), { recursive: true });
      await perform(recipeIn(copy, title, signal));
    }),
  );

const military = 'shared/questions/about/military.ts';
const passed = /Tests +\d+ passed/;

recipe('Add a question', async (make) => {
  const keysTest = 'test/shared/questions/keys.test.ts';
  const question = "military_branch: text('Branch of service')";
  make.requireNamed(question);
  make.edit(
    military,
    ['radio, section }', 'radio, section, text }'],
    before('military_status:', `${question},\n`),
  );

  const message = 'military_branch is asked, but the data model has no such key';
  make.requireNamed(message);
  const told = await make.checkForms();
  expect(told).toContain(`${military}:`);
  expect(told).toContain(`${message}. Run npx matricula generate answer-keys.`);
  await make.run('npx matricula generate answer-keys');
  expect(await make.checkForms()).toBe('');
  const snapshot = 'shared/questions/answer-keys-snapshot.ts';
  make.requireNamed(snapshot);
  expect(make.read(snapshot)).toContain('\nmilitary_branch text');

  const list = "expected [ 'military_branch' ] to deeply equal []";
  make.requireNamed(list);
  expect(await make.test(keysTest)).toContain(list);
  make.edit(
    'test/support/complete-answers.json',
    before('"military_status":', '"military_branch": "Navy",\n'),
  );
  expect(await make.test(keysTest)).toMatch(passed);

  await make.run('npx matricula generate package-schema');
  expect(make.read('docs/schemas/northern-lakes.json')).toContain('"military_branch"');
  const output = await make.run('npm run test:unit -- test/shared -u');
  expect(output).toMatch(passed);
  expect(output).not.toContain('failed');
  make.requireNamed('docs/samples/slate-sample.csv');
  expect(make.read('docs/samples/slate-sample.csv')).toContain('military_branch');
});

recipe('Change a text', async (make) => {
  make.requireNamed('its file in `shared/questions`');
  make.editUnnamed(military, ['What is your military status?', 'What is your status?']);
  await make.run('npx matricula generate package-schema');
  expect(make.read('docs/schemas/northern-lakes.json')).toContain('"What is your status?"');
  expect(await make.test('test/shared/package', '-t', 'is published as it is')).toMatch(passed);
  make.requireNamed('its file in `shared/partners`');
  make.editUnnamed('shared/partners/northern-lakes.ts', ['The priority date for', 'The date for']);
  expect(await make.checkForms()).toBe('');
});

recipe('Add a call', async (make) => {
  const line = 'call(applicationRoutes.putNote, { body: { note } })';
  const programs = ['lambdas/handlers/application.ts', 'web/form-state/submit.ts'];
  const putNote =
    "putNote: { method: 'PUT', path: '/api/note', access: 'applicant', reply: replies.done },\n";
  make.edit(
    'shared/api/application-routes.ts',
    before("submit: { method: 'POST', path: '/api/submit'", putNote),
  );
  expect(await make.typeErrors(...programs)).toMatch(/^shared\/api\/application\.ts.*'putNote' is missing/m);

  const contract =
    "putNote: { route: applicationRoutes.putNote, body: body({ note: text('note', 500) }) },\n";
  make.edit('shared/api/application.ts', before('submit: {\n', contract));
  const errors = await make.typeErrors(...programs);
  expect(errors).toMatch(/^lambdas\/handlers\/application\.ts.*'putNote' is missing/);

  const handler = 'putNote: async ({ body: { note } }) => ({ body: { message: note } }),\n';
  make.edit('lambdas/handlers/application.ts', before('async submit(', handler));
  make.requireNamed(line);
  make.editUnnamed(
    'web/form-state/submit.ts',
    before('const receipt = await call(', `const note = '';\n  await ${line};\n  `),
  );
  expect(await make.typeErrors(...programs)).toBe('');

  await make.run('npx matricula generate api-reference');
  expect(make.read('docs/api.json')).toContain('"/api/note"');
  expect(await make.test('test/build/api-reference.test.ts')).toMatch(passed);
});

const noteRoutes = `export const noteRoutes = {
  getNote: { method: 'GET', path: '/public/note', access: 'public', reply: replies.message },
} as const satisfies Routes;

`;
const noteContracts = `import type { ContractsOf } from './contract.ts';
import { noteRoutes } from './application-routes.ts';

export const note = {
  getNote: { route: noteRoutes.getNote },
} as const satisfies ContractsOf<typeof noteRoutes>;
`;
const noteHandler = `import { note as calls } from '../../shared/api/note.ts';
import { serve } from '../http/serve.ts';

export const handler = serve(calls, { getNote: async () => ({ body: { message: 'Hello' } }) });
`;

recipe('Add a function', async (make) => {
  const programs = ['lambdas/handlers/note.ts', 'lib/grants', 'scripts/build/api-reference.ts'];
  make.edit('shared/api/application-routes.ts', before('export const deviceLinkRoutes', noteRoutes));
  make.edit(
    'shared/api/routes.ts',
    before(" } from './application-routes.ts'", ', noteRoutes'),
    after('deviceLink: deviceLinkRoutes,\n', 'note: noteRoutes,\n'),
  );
  const errors = await make.typeErrors(...programs);
  for (const file of ['shared/api/index.ts', 'lib/grants/api.ts', 'scripts/build/api-reference.ts'])
    expect(errors).toContain(`${file}(`);

  make.write('shared/api/note.ts', noteContracts);
  make.edit(
    'shared/api/index.ts',
    before('import type { Group, routes }', "import type { note } from './note.ts';\n"),
    after('deviceLink: typeof deviceLink;\n', 'note: typeof note;\n'),
  );
  make.edit(
    'scripts/build/api-reference.ts',
    before('import * as replies', "import { note } from '../../shared/api/note.ts';\n"),
    before('lookup: [lookup,', "note: [note, 'A note'],\n"),
  );
  make.requireNamed('lambdas/handlers/<group>.ts');
  make.write('lambdas/handlers/note.ts', noteHandler);
  make.edit(
    'scripts/build/functions.ts',
    before('operator: {', "note: { entry: 'lambdas/handlers/note.ts' },\n"),
  );
  make.edit('lib/grants/api.ts', before('deviceLink: [\n', 'note: [readOriginSecret(arns)],\n'));
  expect(await make.typeErrors(...programs, 'scripts/build/functions.ts')).toBe('');
});

const storeHobby = `import type { ApplicantId } from '../runtime/ids.ts';
import { change, putItem } from './change.ts';
import { parts } from './keys.ts';

export const saveHobby = (sub: ApplicantId, text: string): Promise<void> =>
  change(sub, () => ({
    event: 'hobby',
    keys: [],
    writes: [putItem(sub, parts.hobby, { text })],
    result: undefined,
  }));
`;

recipe('Add a stored item', async (make) => {
  const keysTest = 'test/store/keys.test.ts';
  make.edit(
    'lambdas/store/items/draft.ts',
    before('export const visit =', 'export const hobby = z.object({ text: z.string() });\n'),
  );
  make.edit(
    'lambdas/store/keys.ts',
    before("tabs: 'TABS',", "hobby: 'HOBBY',\n"),
    before('log: (sub: ApplicantId)', "hobbies: (sub: ApplicantId) => ['HOBBIES', sub].join('#'),\n"),
  );
  make.write('lambdas/store/hobby.ts', storeHobby);
  const errors = await make.typeErrors('lambdas/store');
  expect(errors).toMatch(/^lambdas\/store\/personal-data\.ts.*'hobbies' is missing/m);
  expect(errors).toMatch(/^lambdas\/store\/hobby\.ts.*AuditEvent/m);

  const hobbies =
    "hobbies: { title: 'Hobbies of the applicant', places: ({ sub }) => [{ pk: keys.hobbies(sub) }] },\n";
  make.edit('lambdas/store/personal-data.ts', before('listed: {', hobbies));
  make.edit('lambdas/store/audit-event.ts', before("| 'tab'", "| 'hobby'\n"));
  make.edit(
    'lambdas/store/application.ts',
    before('readonly tabs:', 'readonly hobby: string;\n'),
    before('tabs: optional(', "hobby: optional(items.hobby, parts.hobby)?.text ?? '',\n"),
  );
  expect(await make.typeErrors('lambdas')).toBe('');

  expect(await make.test(keysTest)).toContain('"hobby": "HOBBY"');
  make.edit(keysTest, before("tabs: 'TABS' },", "hobby: 'HOBBY', "));
  expect(await make.test(keysTest, 'test/store/personal-data.test.ts')).toMatch(passed);
});

recipe('Add a partner', async (make) => {
  const file = 'shared/partners/harbor-state.ts';
  make.requireNamed('shared/partners/northern-lakes.ts');
  make.write(file, make.read('shared/partners/northern-lakes.ts'));
  make.editUnnamed(file, ["id: 'northern-lakes'", "id: 'harbor-state'"], ['northernLakes:', 'harborState:']);
  const told = await make.checkForms();
  expect(told).toContain('is not listed in shared/partners/index.ts');
  make.edit(
    'shared/partners/index.ts',
    before('import { northernLakes }', "import { harborState } from './harbor-state.ts';\n"),
    ['= [northernLakes]', '= [northernLakes, harborState]'],
  );
  const main = "main: '#1f5566'";
  make.editUnnamed(
    file,
    ['Northern Lakes University', 'Harbor State University'],
    ["'NLU'", "'HSU'"],
    ['northernlakes.example', 'harborstate.example'],
    ['(906) 555-01', '(218) 555-01'],
    [main, "main: '#e8f0f2'"],
  );
  expect(await make.checkForms()).toMatch(/harbor-state: .*has a contrast of/);
  make.editUnnamed(file, ["main: '#e8f0f2'", main]);
  expect(await make.checkForms()).toBe('');

  await make.run('npx matricula generate package-schema');
  expect(make.read('docs/schemas/harbor-state.json')).toContain('Harbor State University');

  const list: Edit = ['There are: northern-lakes.', 'There are: northern-lakes, harbor-state.'];
  make.requireNamed(list[0]);
  const ofPartners = ['-t', 'rejects an unknown partner'];
  make.edit('test/tools/dev/dev.spec.ts', list);
  const dictionary = 'test/shared/questions/data-dictionary.test.ts';
  expect(await make.test(dictionary, ...ofPartners)).toContain(list[1]);
  make.edit(dictionary, list);
  expect(await make.test(dictionary, ...ofPartners)).toMatch(passed);
  make.edit('lib/config/index.ts', ["partner: 'northern-lakes'", "partner: 'harbor-state'"]);
  expect(await make.typeErrors('lib/config')).toBe('');
});
