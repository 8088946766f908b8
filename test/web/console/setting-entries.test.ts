import { describe, expect, it } from 'vitest';
import type { PartnerWithSettings } from '../../../shared/partners/index.ts';
import { type SettingName, settingNames } from '../../../shared/partners/setting-descriptions.ts';
import { entriesOf, newEntry, settingOf } from '../../../web/console/setting-entries.ts';

type Full<Setting> = Setting extends readonly (infer Item)[]
  ? readonly Full<Item>[]
  : Setting extends object
    ? { readonly [Name in keyof Setting]-?: Full<NonNullable<Setting[Name]>> }
    : Setting;

/** A setting of each kind with every member. A new member does not compile until it is here. */
const full: { readonly [Name in SettingName]-?: Full<NonNullable<PartnerWithSettings[Name]>> } = {
  deadlines: [{ id: 'early', label: 'Early', at: '2027-01-15T23:59', graceMinutes: 30, warnDays: [7, 1] }],
  maintenance: [{ from: '2027-01-15T01:00', to: '2027-01-15T02:00', text: 'We are moving.' }],
  dateBanner: { from: '2027-01-01', to: '2027-01-02', text: 'Welcome.' },
  beforeYouStart: 'An hour.',
  nextSteps: [
    {
      ...{ title: 'Send scores', text: 'Code {act}.', for: 'testScores', link: 'aid' },
      ...{ checklistItem: 'scores', isOptional: true, acceptsUpload: false },
    },
  ],
  decision: { days: 30 },
  help: ['Call us.', 'Write to us.'],
};

describe('The form of a setting', () => {
  it.each(settingNames)('keeps every member: %s', (name) => {
    expect(settingOf(name, entriesOf(name, full[name]))).toEqual(full[name]);
  });

  it('gives two new deadlines with the same name different ids, and keeps stored ids', () => {
    const named = () => {
      const { key, values } = newEntry('deadlines');
      return { key, values: { ...values, label: 'Early' } };
    };
    const entries = [...entriesOf('deadlines', full.deadlines), named(), named()];
    expect(settingOf('deadlines', entries)).toMatchObject([
      { id: 'early' },
      { id: 'early-2' },
      { id: 'early-3' },
    ]);
  });
});
