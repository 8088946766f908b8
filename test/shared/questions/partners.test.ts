import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkUniversityForm, folderErrors } from '../../../scripts/build/check-university.ts';
import {
  dataModel,
  InvalidConfigurationError,
  printLines,
  unknownQuestions,
  validate,
  walk,
} from '../../../shared/form/index.ts';
import { darkTheme } from '../../../shared/partners/dark-theme.ts';
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
  it('has valid files and a valid form', async () => {
    expect(await folderErrors()).toEqual([]);
    expect(checkForm(application, partner)).toEqual([]);
  });

  it('has every private question and section, which links for other people do not show', () => {
    for (const form of [application, second])
      expect(unknownQuestions(form, privateQuestions(form))).toEqual([]);
  });

  it('gives types for Slate to the file questions of its form only', () => {
    const types = { application: 'form', transcript_document: 'grades', transcript: 'grades' };
    const errors = checkForm(application, { ...partner, slate: { documents: { types } } });
    expect(errors).toEqual([
      {
        kind: 'unknown file question',
        key: undefined,
        setting: ['slate', 'documents', 'types', 'transcript'],
        message: expect.stringContaining(
          "slate.documents.types: 'transcript' is no file question. There are: application, transcript_document,",
        ),
      },
    ]);
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
  expect(() => checkUniversityForm({ ...fewer, id: 'fewer' })).toThrow(InvalidConfigurationError);
  expect(() => checkUniversityForm({ ...fewer, id: 'fewer' })).toThrow(
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
    expect(() => checkUniversityForm({ ...pale, id: 'pale' })).toThrow(InvalidConfigurationError);
    expect(() => checkUniversityForm({ ...pale, id: 'pale' })).toThrow(
      /^\S+\/university\.ts:\d+: pale: WARNING- MISSING CONFIGURATION: theme: /,
    );
    expect(() => checkUniversityForm()).not.toThrow();
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
