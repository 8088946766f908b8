import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { leftFromSample } from '../../lib/config/sample.ts';
import { folderErrors } from '../../scripts/build/check-university.ts';
import { university as partner } from '../../shared/partners/index.ts';
import { asModule, folderWith, plain, universities } from '../support/university-folder.ts';

afterAll(() => rmSync(universities, { recursive: true, force: true }));

const deadline = { id: 'early', label: 'Early', at: '2027-02-01T23:59', graceMinutes: 0, warnDays: [] };

describe('the check of a university.ts', () => {
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
  ])('reports %s with its path and the reason', async (_name, changes, fault) => {
    const errors = await folderErrors(folderWith({ 'university.ts': asModule({ ...plain, ...changes }) }));
    expect(errors.map((error) => error.replace(/^.*university\.ts(:\d+)?: /, ''))).toContain(fault);
  });

  it('names the line to edit', async () => {
    const wrong = { ...plain, theme: { ...plain.theme, error: { ...plain.theme.error, main: 'red' } } };
    const text = asModule(wrong);
    const line = text.split('\n').findIndex((each) => each.includes('"main": "red"')) + 1;
    expect(line).toBeGreaterThan(1);
    const errors = await folderErrors(folderWith({ 'university.ts': text }));
    expect(errors.join()).toContain(`university.ts:${line}: theme.error.main: `);
  });

  it("finds texts that are still the sample's, without stopping a build", async () => {
    const copied = { ...plain, help: [`Write to ${partner.name}.`], phone: partner.phone };
    expect(leftFromSample(copied)).toEqual(expect.arrayContaining(['phone', 'help.0']));
    expect(leftFromSample(copied)).not.toContain('name');
    expect(await folderErrors(folderWith({ 'university.ts': asModule(copied) }))).toEqual([]);
  });
});
