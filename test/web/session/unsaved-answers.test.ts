import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft, saveDraft, setDraftOwner } from '../../../web/session/unsaved-answers.ts';

const stored = new Map<string, string>();

beforeEach(async () => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  await setDraftOwner('ada@example.org');
});

afterEach(() => {
  vi.useRealTimers();
});

const change = (edit: (entry: { value: object; at: number }) => void) => {
  for (const [key, value] of stored) {
    const entry = JSON.parse(value);
    edit(entry);
    stored.set(key, JSON.stringify(entry));
  }
};

describe('the draft of unsaved answers in the tab', () => {
  it('is read as it was saved', () => {
    saveDraft({ answers: { first_name: 'Ada', legal_agree: true }, revision: 7 });
    expect(readDraft()).toEqual({ answers: { first_name: 'Ada', legal_agree: true }, revision: 7 });
  });

  it.each([
    ['answers of another shape', { answers: { first_name: { text: 'Ada' } } }],
    ['a revision of another type', { revision: '7' }],
  ])('is ignored when it holds %s', (_name, other) => {
    saveDraft({ answers: { first_name: 'Ada' }, revision: 7 });
    change((entry) => Object.assign(entry.value, other));
    expect(stored.size).toBe(1);
    expect(readDraft()).toEqual({ answers: {} });
  });

  it('is read for the same user only, and for half an hour', async () => {
    saveDraft({ answers: { first_name: 'Ada' } });
    await setDraftOwner('grace@example.org');
    expect(readDraft()).toEqual({ answers: {} });
    await setDraftOwner('ada@example.org');
    expect(readDraft()).toEqual({ answers: { first_name: 'Ada' } });
    change((entry) => {
      entry.at = Date.now() - 31 * 60 * 1000;
    });
    expect(readDraft()).toEqual({ answers: {} });
  });

  it('is deleted after half an hour without a change, whether or not anybody returns', () => {
    vi.useFakeTimers();
    saveDraft({ answers: { first_name: 'Ada' } });
    vi.advanceTimersByTime(20 * 60_000);
    saveDraft({ answers: { first_name: 'Ada', last_name: 'King' } });
    vi.advanceTimersByTime(29 * 60_000);
    expect(stored.size).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(stored.size).toBe(0);
  });
});
