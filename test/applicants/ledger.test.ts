import { beforeEach, describe, expect, it } from 'vitest';
import { Ledger, type StoredApplication } from '../../scripts/lab/applicants/ledger.ts';

const stored = (changes: Partial<StoredApplication> = {}): StoredApplication => ({
  answer: {},
  document_answer: {},
  successful_login: [],
  receipt: null,
  ...changes,
});

describe('the ledger of acknowledgements', () => {
  let ledger = new Ledger();
  beforeEach(() => {
    ledger = new Ledger();
  });

  it('finds an acknowledged answer that is missing', () => {
    ledger.sending({ city: 'Houghton' });
    ledger.saved({ city: 'Houghton' });
    expect(ledger.violations(stored())).toEqual(['city is undefined, acknowledged was "Houghton".']);
  });

  it('finds an answer that was stored before an acknowledged one', () => {
    for (const city of ['Hancock', 'Houghton']) {
      ledger.sending({ city });
      ledger.saved({ city });
    }
    expect(ledger.violations(stored({ answer: { city: 'Hancock' } }))).toHaveLength(1);
  });

  it('accepts both outcomes of a save without a reply, and nothing else', () => {
    ledger.sending({ city: 'Hancock' });
    ledger.saved({ city: 'Hancock' });
    ledger.sending({ city: 'Houghton' });
    expect(ledger.violations(stored({ answer: { city: 'Hancock' } }))).toEqual([]);
    expect(ledger.violations(stored({ answer: { city: 'Houghton' } }))).toEqual([]);
    expect(ledger.violations(stored({ answer: { city: 'Calumet' } }))).toHaveLength(1);
  });

  it('accepts an earlier value without a reply only where changes have no order', () => {
    for (const page of ['/about', '/education']) ledger.sending({ page });
    ledger.savedInAnyOrder({ page: '/education' });
    for (const page of ['/about', '/education'])
      expect(ledger.violations(stored({ answer: { page } }))).toEqual([]);
    ledger.saved({ page: '/education' });
    expect(ledger.violations(stored({ answer: { page: '/about' } }))).toHaveLength(1);
  });

  it('finds a document that is lost, and a deleted one that is back', () => {
    ledger.attached('transcript_document', 'grades.pdf');
    expect(ledger.violations(stored())).toHaveLength(1);
    ledger.deleted('transcript_document');
    expect(ledger.violations(stored())).toEqual([]);
    const document_answer = { transcript_document: { file_name: 'grades.pdf' } };
    expect(ledger.violations(stored({ document_answer }))).toEqual([
      'transcript_document was deleted and is back.',
    ]);
  });

  it('finds a log-in that is stored twice or not at all', () => {
    ledger.sendingLogIn();
    ledger.loggedIn();
    expect(ledger.violations(stored({ successful_login: ['one'] }))).toEqual([]);
    expect(ledger.violations(stored())).toHaveLength(1);
    expect(ledger.violations(stored({ successful_login: ['one', 'again'] }))).toHaveLength(1);
  });

  it('finds two submissions, a lost one, and one without a sender', () => {
    const receipt = { confirmation: 'NLU-1' };
    expect(ledger.violations(stored({ receipt }))).toEqual(['It is submitted, and nobody submitted it.']);
    ledger.sendingSubmission();
    expect(ledger.violations(stored({ receipt }))).toEqual([]);
    ledger.submitted('NLU-1');
    expect(ledger.violations(stored())).toHaveLength(1);
    ledger.submitted('NLU-2');
    expect(ledger.violations(stored({ receipt }))).toEqual(['It was submitted 2 times: NLU-1, NLU-2.']);
  });
});
