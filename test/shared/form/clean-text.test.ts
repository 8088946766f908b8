import { expect, it } from 'vitest';
import { cleanText, withoutControls } from '../../../shared/form/index.ts';

it.each([
  ['the space that a phone adds', 'counselor@example.org ', 'counselor@example.org'],
  ['spaces of every kind around it', '\u00a0\u2003 Sampletown\t\n\ufeff', 'Sampletown'],
  ['a soft line break of a slide', 'Sam\u000b', 'Sam'],
  [
    'line ends of other systems',
    'one\r\ntwo\rthree\u2028four\u2029five\u0085six',
    'one\ntwo\nthree\nfour\nfive\nsix',
  ],
  ['control characters', 'a\u0000b\u0002c\u007fd\u009fe\tf', 'abcde\tf'],
  ['half a character', 'a\ud800b\udc00c', 'abc'],
  ['a letter and its accent', 'Jose\u0301', 'Jos\u00e9'],
  [
    'zero width, direction marks, soft hyphens and word joiners',
    'Mc\u200bDo\u200ena\u00adl\u2060d\u202e',
    'McDonald',
  ],
  ['joined emoji', '\u{1f469}\u200d\u{1f52c}\u2764\ufe0f', '\u{1f469}\u200d\u{1f52c}\u2764\ufe0f'],
  [
    'joiners of a script',
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ],
  ['a joiner in other text', 'a\u200db', 'ab'],
  ['only zero width', '\u200b', ''],
  ['only a blank of Braille', '\u2800 \u2800', ''],
  ['only a filler of Hangul', '\u3164', ''],
])('%s: text is stored as it is seen', (_what, typed, stored) => {
  expect(cleanText(typed)).toBe(stored);
  expect(cleanText(stored)).toBe(stored);
});

it('spaces and invisible characters stay during typing, controls do not', () => {
  expect(withoutControls(' New\u200b \u0003')).toBe(' New\u200b ');
});
