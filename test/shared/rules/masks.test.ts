import { Mask } from 'maska';
import { expect, it } from 'vitest';
import { isForeignNumber, masks } from '../../../shared/rules/masks.ts';

const { preProcess, ...phone } = masks.phone;

/** The content of the field after each key. */
const typed = (text: string): readonly string[] => {
  const mask = new Mask(phone);
  let shown = '';
  return [...text].map((letter) => {
    shown = mask.masked(preProcess(shown + letter));
    return shown;
  });
};
const pasted = (text: string): string => new Mask(phone).masked(preProcess(text));

it.each([
  ['9064871885', '(906) 487-1885'],
  ['906', '(906'],
  ['906-487-1885', '(906) 487-1885'],
  ['+1 906-487-1885', '(906) 487-1885'],
  ['+19064871885', '(906) 487-1885'],
  ['1 906 487 1885', '(906) 487-1885'],
  ['1-906-487-1885', '(906) 487-1885'],
  ['+1', '+1'],
  ['+1 9', '(9'],
  ['1906', '(190) 6'],
  ['٩٠٦٤٨٧١٨٨٥', '(906) 487-1885'],
  ['９０６４８７１８８５', '(906) 487-1885'],
  ['+١ ९०६ 4871885', '(906) 487-1885'],
  ['+46 8 123 4567', '+46 8 123 4567'],
  ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
  ['0044 20 7946 0958', '+44 20 7946 0958'],
  ['011 44 20 7946 0958', '+44 20 7946 0958'],
  ['(011) 44 20 7946 0958', '+44 20 7946 0958'],
  ['00 1 906 487 1885', '(906) 487-1885'],
  ['0019064871885', '(906) 487-1885'],
  ['00', '+'],
  ['01', '(01'],
])('a phone number typed or pasted as %s shows as %s [IN-01]', (text, shown) => {
  expect(typed(text).at(-1)).toBe(shown);
  expect(pasted(text)).toBe(shown);
});

it('a US phone number is formatted from its first digit on, with and without its country code', () => {
  expect(typed('9064')).toEqual(['(9', '(90', '(906', '(906) 4']);
  expect(typed('+1906')).toEqual(['+', '+1', '(9', '(90', '(906']);
});

it('text before the plus of a pasted phone number is dropped', () => {
  expect(pasted('(+1) 906-487-1885')).toBe('(906) 487-1885');
  expect(pasted('\u202a+1 906 487 1885\u202c')).toBe('(906) 487-1885');
});

it.each([
  ['+46 8 123 4567', true],
  ['(+46) 8 123 4567', true],
  ['+', false],
  ['+1', false],
  ['+1 906 487 1885', false],
  ['(906) 487-1885', false],
  ['', false],
])('%s is a foreign phone number: %s', (text, isForeign) => {
  expect(isForeignNumber(text)).toBe(isForeign);
});

it.each([
  ['123456789', '123-45-6789'],
  ['12a3', '123'],
  ['1234567890', '123-45-6789'],
])('a social security number typed as %s shows as %s [IN-03] [IN-04]', (text, shown) => {
  expect(new Mask(masks.ssn).masked(text)).toBe(shown);
});
