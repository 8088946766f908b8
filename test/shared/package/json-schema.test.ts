import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { applicantId } from '../../../lambdas/runtime/ids.ts';
import { packageOf } from '../../../lambdas/use-cases/package.ts';
import { stalePackageSchemas } from '../../../scripts/build/package-schema.ts';
import type { FormState } from '../../../shared/form/index.ts';
import { packageJsonSchema } from '../../../shared/package/json-schema.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { validApplication } from '../../support/applications.ts';
import { application, partner, today } from '../../support/form.ts';
import { runCommand } from '../../support/run-here.ts';
import { desertSky } from '../../support/second-partner.ts';
import { submissionOf } from '../../support/submission.ts';

const root = resolve(import.meta.dirname, '../../..');
const published = join(root, 'docs/schemas/northern-lakes.json');

const who = { sub: applicantId.parse('1-applicant'), username: 'ada@example.edu' };
const checklist = { received: { transcript: '2026-11-18' }, missing: ['test-scores'] };
const packaged = (form: typeof application, state: FormState) =>
  JSON.parse(JSON.stringify(packageOf(form, submissionOf(state), { ...who, checklist })));

/** Another implementation of JSON Schema than any that the product has. */
const validatorOf = (schema: object) =>
  new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema);

describe('the JSON Schema of application.json', () => {
  it.each([
    ['Northern Lakes', partner],
    ['another university', desertSky],
  ])('accepts every valid application to %s', (_, university) => {
    const form = applicationOf(university, today);
    const validate = validatorOf(packageJsonSchema(form, university.name));
    fc.assert(
      fc.property(validApplication(form, today), (state) => {
        validate(packaged(form, state));
        expect(validate.errors).toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  const validate = validatorOf(packageJsonSchema(application, partner.name));
  const answers = { first_name: 'Ada', gender: 'F', gender_desc: 'Female', birth_date: '2009-03-14' };
  it.each<[string, (content: Record<string, Record<string, unknown>>) => void]>([
    [
      'a code that is no option',
      ({ answers: given = {} }) => Object.assign(given, { gender: { value: 'X?', label: 'X' } }),
    ],
    [
      'a choice without its label',
      ({ answers: given = {} }) => Object.assign(given, { gender: { value: 'F' } }),
    ],
    [
      'an answer that is too long',
      ({ answers: given = {} }) => Object.assign(given, { first_name: { value: 'a'.repeat(46) } }),
    ],
    ['another format', (content) => Object.assign(content, { format: 1 })],
    ['no confirmation number', (content) => delete content.confirmation],
    ['a delay without its deadline', (content) => Object.assign(content, { late: { minutes: 12 } })],
  ])('rejects %s', (_, spoil) => {
    const content = packaged(application, { answers });
    expect(validate(content)).toBe(true);
    spoil(content);
    expect(validate(content)).toBe(false);
  });

  it('accepts a submission within the grace after a deadline', () => {
    const late = { deadline: 'early', label: 'Early decision', minutes: 12 };
    expect(validate({ ...packaged(application, { answers }), late })).toBe(true);
  });

  it('is published as it is: if this fails, run npx matricula generate package-schema and review the diff', () => {
    expect(stalePackageSchemas()).toEqual([]);
  });

  it('is the same in every year', () => {
    expect(packageJsonSchema(applicationOf(partner, '2031-05-05'), partner.name)).toEqual(
      JSON.parse(readFileSync(published, 'utf8')),
    );
  });
});

describe('npx matricula generate package-schema --compare', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: readonly string[]) => runCommand('generate', 'package-schema', ...args);

  it('prints keys, questions and options that were added, removed or changed', async () => {
    const schema = JSON.parse(readFileSync(published, 'utf8'));
    const asked = schema.properties.answers.properties;
    schema['x-format'] = 1;
    delete schema.properties.late;
    delete schema.properties.checklist;
    schema.properties.earlier = { type: 'string' };
    delete asked.preferred_name;
    asked.nickname = { title: 'Nickname', properties: { value: { type: 'string' } } };
    asked.city.title = 'Town';
    asked.zip.properties.value.maxLength = 5;
    const genders = schema.$defs.options_of_gender.anyOf;
    genders[0].title = 'Earlier label';
    genders[1].const = 'earlier';
    const file = join(folder, 'northern-lakes.earlier.json');
    writeFileSync(file, JSON.stringify(schema));
    const { code, said } = await run('--compare', file, '--json');
    expect(code, said).toBe(0);
    const changes: readonly { readonly change: string; readonly key: string }[] = JSON.parse(said);
    expect(changes.map(({ change, key }) => `${change}: ${key}`).sort()).toEqual([
      'format changed: ',
      'key added: preferred_name',
      'key removed: nickname',
      'label changed: gender',
      'member added: checklist',
      'member added: late',
      'member removed: earlier',
      'option added: gender',
      'option removed: gender',
      'question changed: city',
      'value changed: zip',
    ]);
    expect((await run('--compare', file)).said).toMatch(/question changed +city +Town -> City/);
    expect((await run('--compare', published, '--with', published)).said).toBe('Nothing changed.\n');
  });

  it.each([
    [['--compare', '/none/at-all.json'], 'There is no file /none/at-all.json.'],
    [
      ['--compare', 'package.json'],
      'package.json is not a schema that npx matricula generate package-schema wrote.',
    ],
    [['--json'], '--compare is required: the earlier schema.'],
  ])('with %j says what is wrong', async (args, message) => {
    const { code, said } = await run(...args);
    expect(code).toBe(1);
    expect(said).toContain(message);
    expect(said).not.toContain('    at ');
  });
});
