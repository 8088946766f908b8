import { describe, expect, it } from 'vitest';
import {
  changeDocumentState,
  type DocumentAction,
  documentState,
  endVisit,
  initialState,
  isBeforeConversion,
  isLocal,
  reduce,
} from '../../../web/documents/document-state.ts';

const attempt = { file: new File(['%PDF'], 'transcript.pdf'), canceling: new AbortController() };
const stateAfter = (...actions: readonly DocumentAction[]) => actions.reduce(reduce, initialState);
const advanced = (
  step: 'checking' | 'shrinking' | 'saving' | 'uploading' | 'converting',
): DocumentAction => ({
  type: 'advanced',
  attempt,
  step,
});

describe('the state of a document question', () => {
  it('awaits a conversion once the file leaves the page', () => {
    expect(stateAfter(advanced('checking')).conversion).toBe('unknown');
    expect(stateAfter(advanced('checking'), advanced('saving')).conversion).toBe('awaited');
  });

  it.each([
    ['checking', { local: true, early: true }],
    ['shrinking', { local: true, early: true }],
    ['saving', { local: false, early: true }],
    ['uploading', { local: false, early: true }],
    ['converting', { local: false, early: false }],
  ] as const)('knows during the step %s whether the file has left the page', (step, expected) => {
    const state = stateAfter(advanced(step));
    expect({ local: isLocal(state), early: isBeforeConversion(state) }).toEqual(expected);
  });

  it.each([
    ['a file that is checked', [advanced('checking')], true],
    ['a file that is made smaller', [advanced('shrinking')], true],
    ['a file on its way', [advanced('saving'), advanced('uploading')], true],
    [
      'a file that waits for a connection',
      [{ type: 'rejected', messages: [], problem: { text: 'a.pdf', unsent: attempt.file } }],
      true,
    ],
    ['a file that the server converts, which it tells itself', [advanced('converting')], false],
    ['the reason of a rejection', [{ type: 'rejected', messages: ['Too large'] }], false],
  ] as const)('of %s, after a visit to another page', (_, actions, isKept) => {
    for (const action of actions) changeDocumentState('a_document', action);
    const before = documentState('a_document');
    endVisit('a_document');
    expect(documentState('a_document')).toEqual(isKept ? before : initialState);
    changeDocumentState('a_document', { type: 'rejected', messages: [] });
    endVisit('a_document');
  });

  it('ignores steps of a canceled upload', () => {
    const canceled = { ...attempt, canceling: new AbortController() };
    canceled.canceling.abort();
    const state = stateAfter(advanced('checking'), { type: 'rejected', messages: [] });
    expect(reduce(state, { type: 'advanced', attempt: canceled, step: 'uploading' })).toBe(state);
  });

  it('replaces all texts and ends the upload when a file is rejected', () => {
    const note: DocumentAction = { type: 'noted', note: 'We resized your photo to 90 KB.' };
    const state = stateAfter(advanced('shrinking'), note, { type: 'rejected', messages: ['Too large.'] });
    expect(state).toMatchObject({ upload: { step: 'idle' }, notes: [], messages: ['Too large.'] });
  });

  it('lets the next file be chosen while the canceled upload is deleted', () => {
    const state = stateAfter(
      advanced('uploading'),
      { type: 'rejected', messages: [] },
      {
        type: 'cleanupStarted',
        cleanup: 'canceling',
      },
    );
    expect(state).toMatchObject({ cleanup: 'canceling', conversion: 'handled' });
    const next = [advanced('checking'), { type: 'cleanupEnded' } as const].reduce(reduce, state);
    expect(next).toMatchObject({ cleanup: 'none', upload: { step: 'checking' } });
  });

  it('handles the end of a conversion once', () => {
    const state = stateAfter(advanced('converting'), { type: 'conversionEnded' });
    expect(state).toMatchObject({ upload: { step: 'idle' }, conversion: 'handled' });
    expect(reduce(state, { type: 'conversionStarted' }).conversion).toBe('awaited');
  });
});
