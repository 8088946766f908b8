import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answers,
  dataModel,
  errorKey,
  type FormState,
  hiddenAnswersPatch,
  isCleanText,
  isRuleMet,
  type PlacedQuestion,
  printLines,
  storageError,
  type Value,
  type VisibilityRule,
  validate,
  walk,
  withOptionLabels,
} from '../../../shared/form/index.ts';
import { shownIn, validApplication } from '../../support/applications.ts';
import { application, complete, completeAnswers, today } from '../../support/form.ts';

const anyValid = validApplication(application, today);
const model = dataModel(application);
const samples = fc.sample(anyValid, { numRuns: 300, seed: 2027 });

const isLabel = (key: string) => key.endsWith('_desc');
const withAnswers = (state: FormState, changed: Answers): FormState => ({
  ...state,
  answers: { ...state.answers, ...changed },
});

interface Corruption {
  readonly key: string;
  readonly value: Value;
  readonly message: string;
}

const gone = 'This choice is no longer offered. Please choose again.';
const again = "We can't read this answer. Please type it again.";

/** The rules of single questions whose error message is not in the definition as text. */
const ruled: readonly (readonly [
  key: RegExp,
  values: readonly string[],
  message: (key: string) => string,
])[] = [
  [
    /^sat_score_reading_writing$/,
    ['', '190', '805', '810'],
    () =>
      'SAT Evidence-Based Reading and Writing: The score must be between 200 and 800 in an increment of 10 (e.g., 570).',
  ],
  [
    /^sat_score_math$/,
    ['', '190', 'abc'],
    () => 'SAT Math: The score must be between 200 and 800 in an increment of 10 (e.g., 570).',
  ],
  [
    /^act_score_/,
    ['', '0', '37', '20.5'],
    (key) => {
      const subject = key.replace('act_score_', '').replace(/^./, (letter) => letter.toUpperCase());
      return `ACT ${subject}: The score must be between 1 and 36.`;
    },
  ],
  [/^residence_duration$/, ['', '5', '123'], () => 'Must be a numeric value'],
  [/^birth_date$/, ['2014-01-01'], () => 'You must be 13 years or older to apply.'],
  [
    /^birth_date$/,
    ['1900-01-01'],
    () => 'This date is not supported. Please contact help support for assistance.',
  ],
  [/^mailing_addr_effective_date$/, ['2022-06-01'], () => 'Minimum supported year is 2023.'],
  [/^mailing_addr_effective_date$/, ['2031-06-01'], () => 'Maximum supported year is 2030.'],
];

const required = ({ key, question }: PlacedQuestion): readonly Corruption[] =>
  question.required === undefined
    ? []
    : [{ key: errorKey(key, question), value: '', message: question.required }];

const ofItsRules = ({ key }: PlacedQuestion): readonly Corruption[] =>
  ruled
    .filter(([expression]) => expression.test(key))
    .flatMap(([, values, message]) => values.map((value) => ({ key, value, message: message(key) })));

function ofItsKind({ key, question }: PlacedQuestion): readonly Corruption[] {
  switch (question.kind) {
    case 'select':
    case 'radio':
    case 'dependentSelect':
      return [{ key, value: 'no such code', message: gone }];
    case 'date':
      return ['2026-02-30', '2026-13-01', 'soon'].map((value) => ({
        key,
        value,
        message: 'Please enter a real date.',
      }));
    case 'text':
    case 'email':
    case 'phone':
    case 'textarea':
    case 'autocomplete': {
      const tooLong = `Please use at most ${question.maxLength} characters.`;
      return [
        { key, value: 'x'.repeat(question.maxLength + 1), message: tooLong },
        { key, value: 'half \ud800', message: again },
        { key, value: 'a\u0000b', message: again },
        ...(question.pattern === undefined ? [] : [{ key, value: 'x@', message: question.pattern.message }]),
      ];
    }
    default:
      return [];
  }
}

const corruptionsOf = (placed: PlacedQuestion): readonly Corruption[] => [
  ...required(placed),
  ...ofItsRules(placed),
  ...ofItsKind(placed),
];

/** Filling one of these makes another answer required; spoiling it would give a second error. */
const requiresAnother = /^(senior_course_\d+_(name|semester)|legacy(_\d)?_first_name)$/;

const spoilable = (state: FormState): readonly Corruption[] =>
  shownIn(application, state)
    .flatMap(corruptionsOf)
    .filter(({ key }) => !requiresAnother.test(key) || state.answers[key] !== '');

describe('any valid application', () => {
  it('has no validation error', () => {
    fc.assert(
      fc.property(anyValid, (state) => {
        expect(validate(application, state, { today })).toEqual({});
      }),
      { numRuns: 300 },
    );
  });

  it('can be stored as it is and keeps nothing that is hidden [CC-02]', () => {
    fc.assert(
      fc.property(anyValid, (state) => {
        for (const [key, value] of Object.entries(state.answers))
          expect(
            storageError(model.get(key) ?? { page: '', type: 'text', maxLength: -1, hasLines: false }, value),
            key,
          ).toBeUndefined();
        expect(hiddenAnswersPatch(application, state)).toEqual({});
      }),
      { numRuns: 100 },
    );
  });

  it("gets the form's labels next to its choices, whatever labels were sent [EN-04, EN-05]", () => {
    const labels = Object.fromEntries([...model.keys()].flatMap((key) => (isLabel(key) ? [[key, 'x']] : [])));
    for (const { answers } of samples) {
      const codes = Object.fromEntries(Object.entries(answers).filter(([key]) => !isLabel(key)));
      expect(withOptionLabels(application, { ...codes, ...labels })).toEqual(answers);
    }
  });

  it('has exactly one error when one of its fields is invalid [VL-01]', () => {
    fc.assert(
      fc.property(anyValid, fc.nat(), (state, place) => {
        const all = spoilable(state);
        for (const step of [0, 1, 2, 3, 4]) {
          const spoilt = all[(place + step * 7919) % all.length];
          if (spoilt === undefined) throw new Error('Nothing of this application can be spoiled.');
          const changed = withAnswers(state, { [spoilt.key]: spoilt.value });
          expect(validate(application, changed, { today })).toEqual({ [spoilt.key]: [spoilt.message] });
        }
      }),
      { numRuns: 400 },
    );
  });

  it('prints each visible question once, in the order of the form, with its answer [PD-06]', () => {
    fc.assert(
      fc.property(anyValid, (state) => {
        const lines = printLines(application, state).flatMap((page) => page.lines);
        const keys = lines.flatMap((line) => ('key' in line ? [line.key] : []));
        expect(keys).toEqual(shownIn(application, state).map(({ key }) => key));
        const typed = shownIn(application, state).filter(({ question }) => question.kind === 'text');
        for (const { key } of typed) {
          const line = lines.find((each) => 'key' in each && each.key === key);
          const value = String(state.answers[key]);
          expect(line).toMatchObject({ text: value.trim() === '' ? 'Not answered' : value });
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('every visible field of a complete application', () => {
  it('has exactly its own errors when it is invalid', () => {
    const shown = shownIn(application, complete);
    expect(shown.length).toBeGreaterThan(190);
    for (const { key, value, message } of shown.flatMap(corruptionsOf)) {
      const changed = withAnswers(complete, { [key]: value });
      expect([key, value, validate(application, changed, { today })]).toEqual([
        key,
        value,
        { [key]: [message] },
      ]);
    }
  });
});

const allRules = (): readonly VisibilityRule[] => {
  const found = new Map<string, VisibilityRule>();
  for (const { rules } of walk(application).questions)
    for (const rule of rules) found.set(JSON.stringify(rule), rule);
  return [...found.values()].filter((rule) => rule.on !== 'count' || rule.number > 1);
};

describe('every condition', () => {
  it('can be met and can fail [CC-16]', () => {
    const rules = allRules();
    expect(rules.length).toBeGreaterThan(40);
    for (const rule of rules) {
      const outcomes = new Set(samples.map((state) => isRuleMet(rule, state)));
      expect([JSON.stringify(rule), outcomes.size]).toEqual([JSON.stringify(rule), 2]);
    }
  });

  it('lets every question show in some application, and hide in some where it is conditional', () => {
    const shown = new Map<string, number>();
    for (const state of samples)
      for (const { key } of shownIn(application, state)) shown.set(key, (shown.get(key) ?? 0) + 1);
    for (const { key, rules } of walk(application).questions) {
      expect([key, shown.get(key) ?? 0]).not.toEqual([key, 0]);
      const isFree = rules.every((rule) => rule.on === 'count' && rule.number === 1);
      expect([key, shown.get(key) === samples.length]).toEqual([key, isFree]);
    }
  });
});

describe('every error message', () => {
  it('can be reached', () => {
    const reached = new Set<string>();
    const collect = (state: FormState) => {
      for (const messages of Object.values(validate(application, state, { today })))
        for (const message of messages) reached.add(message);
    };
    collect({ answers: {} });
    for (const spoilt of shownIn(application, complete).flatMap(corruptionsOf))
      collect(withAnswers(complete, { [spoilt.key]: spoilt.value }));
    for (const key of Object.keys(completeAnswers)) collect(withAnswers(complete, { [key]: '' }));
    for (const answers of [
      { citizenship_type: '3' },
      { phone_mobile: '', phone_home: '', phone_international: '', optin_sms_ind: '' },
    ])
      collect(withAnswers(complete, answers));

    const { questions, blockingNotices } = walk(application);
    const messages = [
      ...questions.flatMap(({ question }) => (question.required === undefined ? [] : [question.required])),
      ...questions.flatMap(({ question }) =>
        'pattern' in question && question.pattern !== undefined ? [question.pattern.message] : [],
      ),
      ...blockingNotices.map(({ text }) => text),
      'A cell phone number is required to receive text message updates.',
      'Please enter either a home phone or cell phone number.',
      'ZIP/Postal Code must be at least 5 characters.',
      'What is the relationship of this alumna/us to you?',
      ...[2, 3, 4].map((number) => `Alumna/us ${number}: What is the relationship of this alumna/us to you?`),
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map(
        (number) => `Course ${number}: Please complete both the name and the semester.`,
      ),
      ...ruled.flatMap(([expression, , message]) =>
        questions.filter(({ key }) => expression.test(key)).map(({ key }) => message(key)),
      ),
    ];
    expect(messages.filter((message) => !reached.has(message))).toEqual([]);
    expect(messages.every(isCleanText)).toBe(true);
  });
});
