import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { checkForms, partnerErrors } from '../../../scripts/build/check-partners.ts';
import {
  dataModel,
  InvalidConfigurationError,
  printLines,
  unknownQuestions,
  validate,
  walk,
} from '../../../shared/form/index.ts';
import { darkTheme } from '../../../shared/partners/dark-theme.ts';
import { partnerIds, partnerOf } from '../../../shared/partners/index.ts';
import { partnerSchema } from '../../../shared/partners/partner.ts';
import { bandPairs, colorOf, themePairs } from '../../../shared/partners/theme-pairs.ts';
import { checkForm } from '../../../shared/questions/check-form.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { privateQuestions } from '../../../shared/questions/private-questions.ts';
import { contrast } from '../../../shared/rules/contrast.ts';
import { validApplication } from '../../support/applications.ts';
import { application, partner, today } from '../../support/form.ts';
import { desertSky } from '../../support/second-partner.ts';

const second = applicationOf(desertSky, today);
const labels = (form: typeof second) => walk(form).questions.map(({ question }) => question.label);

describe('the partner that ships', () => {
  it('is selected by its id; an unknown id is rejected with the known ones', () => {
    expect(partnerOf('northern-lakes').name).toBe('Northern Lakes University');
    expect(() => partnerOf('elsewhere')).toThrow(
      `No partner is called 'elsewhere'. There are: ${partnerIds.join(', ')}.`,
    );
  });

  it('has a valid file and a valid form', async () => {
    expect(await partnerErrors()).toEqual([]);
    for (const id of partnerIds)
      expect(checkForm(applicationOf(partnerOf(id), today), partnerOf(id))).toEqual([]);
  });

  it('has every private question and section, which links for other people do not show', () => {
    for (const form of [...partnerIds.map((id) => applicationOf(partnerOf(id), today)), second])
      expect(unknownQuestions(form, privateQuestions(form))).toEqual([]);
  });

  it('gives types for Slate to the file questions of its form only', () => {
    const types = { application: 'form', transcript_document: 'grades', transcript: 'grades' };
    const errors = checkForm(application, { ...partner, slate: { documents: { types } } });
    expect(errors).toEqual([
      {
        kind: 'unknown file question',
        key: undefined,
        message: expect.stringContaining(
          "slate.documents.types: 'transcript' is no file question. There are: application, transcript_document,",
        ),
      },
    ]);
  });

  it('allows long answers of 7000 characters [IN-07]', () => {
    expect(partner.characterLimit).toBe(7000);
    expect(dataModel(application).get('conviction_comment')?.maxLength).toBe(7000);
  });
});

describe('a second partner', () => {
  it('has a valid file and a valid form', () => {
    expect(partnerSchema.parse(desertSky)).toEqual(desertSky);
    expect(checkForm(second, desertSky)).toEqual([]);
  });

  it('has its own texts [FO-43] [FO-19]', () => {
    const asked = labels(second);
    for (const label of [
      'Are you a New Mexico resident?',
      'Which city in New Mexico?',
      'Does this parent or guardian work for Desert Sky College?',
      'Has anyone in your family attended Desert Sky College?',
      'Send me text messages about my application to Desert Sky College',
      'Felony, if any?',
    ])
      expect(asked).toContain(label);
    const ours = JSON.stringify(second);
    for (const text of ['Northern Lakes', 'Michigan resident', '7000']) expect(ours).not.toContain(text);
    for (const text of ['1234', '5678', '(505) 555-0199', 'Global application']) expect(ours).toContain(text);
  });

  it('offers its own terms and majors', () => {
    const optionsAt = (key: string) =>
      walk(second).questions.find((each) => each.key === key)?.question as { readonly options: unknown };
    expect(optionsAt('entry_term').options).toEqual([
      ['202801', 'Spring 2028'],
      ['202805', 'Summer 2028'],
    ]);
    expect(optionsAt('applied_major').options).toEqual(desertSky.majors);
  });

  it('has its own number of repeated blocks [AA-06] [AA-07] [AA-08] [AA-09] [AA-10] [AA-11]', () => {
    const keys = dataModel(second);
    for (const [last, next] of [
      ['parent_first_name', 'parent_2_first_name'],
      ['legacy_2_first_name', 'legacy_3_first_name'],
      ['college_3_name', 'college_4_name'],
      ['senior_course_6_name', 'senior_course_7_name'],
      ['activity_2_name', 'activity_3_name'],
      ['honors_name', 'honors_2_name'],
    ] as const)
      expect([keys.has(last), keys.has(next)]).toEqual([true, false]);
  });

  it('limits long answers to its own length', () => {
    expect(dataModel(second).get('felony_comment')?.maxLength).toBe(2000);
  });

  it('accepts its valid applications and prints every page', () => {
    fc.assert(
      fc.property(validApplication(second, today), (state) => {
        expect(validate(second, state, { today })).toEqual({});
        const lengths = printLines(second, state).map(({ lines }) => lines.length);
        expect(lengths).toHaveLength(3);
        expect(Math.min(...lengths)).toBeGreaterThan(5);
      }),
      { numRuns: 50 },
    );
  });

  it('rejects options that only the first partner offers', () => {
    const gone = ['This choice is no longer offered. Please choose again.'];
    const answers = { applied_major: '03.0501', entry_term: '202708' };
    expect(validate(second, { answers }, { today })).toMatchObject({ applied_major: gone, entry_term: gone });
  });
});

it("a form that asks for keys outside its partner's data model throws a developer error [DV-04]", () => {
  // The partner's limits are lowered after its form was made: the form has keys that the partner does not.
  const fewer = { ...desertSky, limits: { ...desertSky.limits, colleges: 2 } };
  applicationOf({ ...desertSky, id: 'fewer' }, new Date().toISOString());
  expect(() => checkForms([{ ...fewer, id: 'fewer' }])).toThrow(InvalidConfigurationError);
  expect(() => checkForms([{ ...fewer, id: 'fewer' }])).toThrow(
    'fewer: WARNING- MISSING CONFIGURATION: college_3_name is asked, but the data model has no such key.',
  );
});

describe('the theme check', () => {
  const white = { extraLight: '#ffffff', light: '#ffffff', main: '#ffffff', dark: '#ffffff' };
  it('rejects text colors that cannot be read on their background [DV-08]', () => {
    const pale = { ...partner, theme: { ...partner.theme, primary: white } };
    const faults = checkForm(application, pale);
    expect(faults.length).toBeGreaterThan(3);
    for (const { kind, message } of faults) {
      expect(kind).toBe('contrast');
      expect(message).toMatch(
        /^WARNING- MISSING CONFIGURATION: theme: \S+ on \S+ has a contrast of \d+\.\d\d, below (4\.5|3)\. Make \S+ darker or \S+ lighter\.$/,
      );
    }
    expect(faults.map(({ message }) => message)).toContain(
      'WARNING- MISSING CONFIGURATION: theme: primary.main on white.main has a contrast of 1.00, below 4.5. Make primary.main darker or white.main lighter.',
    );
    expect(() => checkForms([{ ...pale, id: 'pale' }])).toThrow(InvalidConfigurationError);
    expect(() => checkForms([{ ...pale, id: 'pale' }])).toThrow(
      /^pale: WARNING- MISSING CONFIGURATION: theme: /,
    );
    expect(() => checkForms()).not.toThrow();
  });
  it('derives a dark scheme with enough contrast from every theme that a partner can have', () => {
    const color = fc.stringMatching(/^#[0-9a-f]{6}$/);
    const shades = fc.record({ extraLight: color, light: color, main: color, dark: color });
    const names = ['primary', 'secondary', 'accent', 'neutral', 'white', 'error', 'disabled'] as const;
    const themes = fc.record(Object.fromEntries(names.map((name) => [name, shades])));
    fc.assert(
      fc.property(themes, (theme) => {
        const dark = darkTheme(theme as typeof partner.theme);
        for (const { foreground, background, minimum } of themePairs)
          expect(contrast(colorOf(dark, foreground), colorOf(dark, background))).toBeGreaterThanOrEqual(
            minimum,
          );
      }),
    );
  });
  it('covers every color of the theme', () => {
    const seen = new Set(
      [...themePairs, ...bandPairs].flatMap(({ foreground, background }) =>
        [foreground, background].map((each) => each.split('.')[0]),
      ),
    );
    expect([...seen].sort()).toEqual(Object.keys(partner.theme).sort());
  });
});

const deadline = { id: 'early', label: 'Early', at: '2027-02-01T23:59', graceMinutes: 0, warnDays: [] };

describe('the partner check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partners-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const faultsOf = async (id: string, value: unknown) => {
    const own = mkdtempSync(join(folder, `${id}-`));
    writeFileSync(join(own, 'wrong.ts'), `export const wrong = ${JSON.stringify(value)};`);
    const faults = await partnerErrors(own, ['wrong']);
    return faults.map((fault) => fault.replace(/^.*wrong\.ts(:1)?: /, ''));
  };
  const plain = { ...JSON.parse(JSON.stringify(partner)), id: 'wrong' };

  it.each<[name: string, changes: object, fault: string]>([
    ['no name', { name: undefined }, 'name: text is missing'],
    ['an empty title', { applicationTitle: '' }, 'applicationTitle: text is missing'],
    [
      'a color given by name',
      { theme: { ...plain.theme, error: { ...plain.theme.error, main: 'red' } } },
      'theme.error.main: a color is written #rrggbb',
    ],
    [
      'a missing shade',
      { theme: { ...plain.theme, error: { main: '#b3261e' } } },
      'theme.error.extraLight: a color is written #rrggbb',
    ],
    [
      'a sixth college',
      { limits: { ...plain.limits, colleges: 6 } },
      'limits.colleges: at most 5: the form has no keys for more',
    ],
    [
      'answers that are too long',
      { characterLimit: 7001 },
      'characterLimit: at most 7000: longer answers cannot be stored',
    ],
    [
      'one code for two majors',
      {
        majors: [
          ['A', 'Art'],
          ['A', 'Algebra'],
        ],
      },
      'majors: a code is used for two options',
    ],
    [
      'a major without a label',
      {
        majors: [
          ['A', 'Art'],
          ['B', ''],
        ],
      },
      'majors.1.1: text is missing',
    ],
    [
      'a banner that ends before it begins',
      { dateBanner: { from: '2027-02-01', to: '2027-01-01', text: 'News' } },
      'dateBanner: its last day is before its first',
    ],
    [
      'a date that is not in the calendar',
      { dateBanner: { from: '2027-99-99', to: '2027-99-99', text: 'News' } },
      'dateBanner.from: not an existing date',
    ],
    [
      'a term without a month',
      { terms: [['soon', 'Soon'], plain.terms[0]] },
      'terms.0.0: a term is written YYYYMM',
    ],
    [
      'a code that is too long',
      { majors: [['A'.repeat(46), 'Art'], plain.majors[0]] },
      'majors.0.0: longer than 45 characters',
    ],
    [
      'a label that is too long',
      { majors: [['A', 'a'.repeat(121)], plain.majors[0]] },
      'majors.0.1: longer than 120 characters',
    ],
    [
      'a step with an unknown code',
      { nextSteps: [{ title: 'Aid', text: 'Code {fafsa} or {css}.' }] },
      'nextSteps.0.text: braces hold collegeBoard, act, fafsa or decisionDay',
    ],
    [
      'steps without the FAFSA code',
      { nextSteps: [{ title: 'Wait', text: 'We write to you.' }] },
      'nextSteps: no step contains {fafsa}, and no other text shows it',
    ],
    [
      'a deadline on a day that does not exist',
      { deadlines: [{ ...deadline, at: '2027-02-30T23:59' }] },
      'deadlines.0.at: not an existing date',
    ],
    [
      'a deadline without a time',
      { deadlines: [{ ...deadline, at: '2027-02-01' }] },
      'deadlines.0.at: a time is written 2027-01-15T23:59, on the clocks of timeZone',
    ],
    [
      'three mails about one deadline',
      { deadlines: [{ ...deadline, warnDays: [7, 3, 1] }] },
      'deadlines.0.warnDays: at most two mails',
    ],
    [
      'an id of two deadlines',
      { deadlines: [deadline, deadline] },
      'deadlines: an id is used for two deadlines',
    ],
    [
      'maintenance that ends before it begins',
      { maintenance: [{ from: '2027-01-01T06:00', to: '2027-01-01T02:00', text: 'Down.' }] },
      'maintenance.0: it ends before it begins',
    ],
    [
      'a checklist item that two steps ask for',
      {
        nextSteps: [
          { title: 'Aid', text: '{fafsa}', checklistItem: 'aid' },
          { title: 'Again', text: 'Send it.', checklistItem: 'aid' },
        ],
      },
      'nextSteps: two steps ask for the same checklist item',
    ],
    [
      'a step with an unknown link',
      { nextSteps: [{ title: 'Aid', text: '{fafsa}', link: 'fees' }] },
      'nextSteps.0.link: the name of a link: internationalApplication, policies, aid, pdfReader',
    ],
    [
      'a link into a script',
      { footerLinks: [{ label: 'Aid', href: 'javascript:alert(1)' }] },
      'footerLinks.0.href: an address that begins with https:// or mailto:',
    ],
    [
      'a title of two columns for Slate',
      { slate: { documents: { columns: { type: 'ref' } } } },
      'slate.documents.columns: two columns have the same title',
    ],
    [
      'a type for Slate that its index could not hold',
      { slate: { documents: { types: { application: 'a\tb' } } } },
      'slate.documents.types.application: up to 100 characters without quotes and tabs',
    ],
    ['a misspelled setting', { namme: 'x' }, 'unknown: namme'],
    ['an id that differs from its file name', { id: 'other' }, 'id: is not the name of the file'],
  ])('reports %s with its path and the reason', async (_name, changes, fault) => {
    expect(await faultsOf('w', { ...plain, ...changes })).toContain(fault);
  });

  it('names the line to edit', async () => {
    const own = mkdtempSync(join(folder, 'l-'));
    const wrong = { ...plain, theme: { ...plain.theme, error: { ...plain.theme.error, main: 'red' } } };
    const text = `export const wrong = ${JSON.stringify(wrong, null, 2)};`;
    writeFileSync(join(own, 'wrong.ts'), text);
    const lines = text.split('\n');
    const line = lines.findIndex((each) => each.includes('"main": "red"')) + 1;
    expect(line).toBeGreaterThan(1);
    expect((await partnerErrors(own, ['wrong'])).join()).toContain(`wrong.ts:${line}: theme.error.main: `);
  });

  it('reports texts that still name the partner whose file was copied', async () => {
    const own = mkdtempSync(join(folder, 'c-'));
    const copied = {
      ...JSON.parse(JSON.stringify(desertSky)),
      id: 'copied',
      help: [`Write to ${partner.name}.`],
    };
    writeFileSync(join(own, `${partner.id}.ts`), `export const one = ${JSON.stringify(partner)};`);
    writeFileSync(join(own, 'copied.ts'), `export const two = ${JSON.stringify(copied, null, 2)};`);
    const errors = await partnerErrors(own, [partner.id, 'copied']);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/copied\.ts:\d+: help\.0: still says /);
    expect(errors[0]).toContain(partner.name);
  });

  it('reports a partner file that is not listed', async () => {
    const own = mkdtempSync(join(folder, 'u-'));
    writeFileSync(join(own, 'wrong.ts'), `export const wrong = ${JSON.stringify(plain)};`);
    expect((await partnerErrors(own, [])).join()).toContain(
      'wrong.ts: is not listed in shared/partners/index.ts',
    );
  });

  it('reports an empty partners folder', async () => {
    const own = mkdtempSync(join(folder, 'none-'));
    expect((await partnerErrors(own)).join()).toContain('there is no partner');
  });
});
