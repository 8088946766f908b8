import { expect, it } from 'vitest';
import { searchName } from '../../../shared/rules/search-name.ts';

it.each([
  ["O'Brien-Müller", 'obrien muller'],
  ['  Nguyễn  Thị Ánh ', 'nguyen thi anh'],
  ['De la Cruz, Jr.', 'de la cruz jr'],
  ['王小明', '王小明'],
  ['#a#b', 'a b'],
  ['Ⅳ', 'iv'],
  ['--', ''],
  ["' ’ ʻ", ''],
])('the name %s is looked for as %s', (name, searched) => {
  expect(searchName(name)).toBe(searched);
  expect(searchName(searched)).toBe(searched);
});

// Each line lists ways in which one name is typed. Any of them finds all others.
it.each([
  [['Kaahumanu', "Ka'ahumanu", 'Kaʻahumanu', 'Ka‘ahumanu', 'Ka`ahumanu', 'KAʻAHUMANU']],
  [
    [
      "O'Brien",
      'O’Brien',
      'OʼBrien',
      'O‘Brien',
      'O´Brien',
      'O′Brien',
      'O‛Brien',
      'O＇Brien',
      'Oʹbrien',
      'OBrien',
    ],
  ],
  [['ʻOkina', '‘okina', "'Okina", 'ʽOkina', 'ˈokina', 'Okina']],
  [["St. Mary's", 'St. Mary’s', 'st maryʻs', 'ST MARYS']],
  [['Sørensen', 'So\u0338rensen', 'SØRENSEN', 'Sorensen']],
  [['Łukasik', 'ŁUKASIK', 'lukasik']],
  [['Đorđević', 'Ðorđević', 'ĐORĐEVIĆ', 'Dordevic']],
  [['Þórsdóttir', 'ÞÓRSDÓTTIR', 'Thorsdottir']],
  [['Sigurður', 'Sigurdur']],
  [['Ægidius', 'æGIDIUS', 'Aegidius']],
  [['Œuvrard', 'Oeuvrard']],
  [['Groß', 'GROẞ', 'GROSS', 'gross', 'Gro\u017f\u017f']],
  [['Işık', 'ISIK', 'IŞIK', 'isik']],
  [['İnci', 'I\u0307nci', 'inci', 'INCI', 'ıncı']],
  [['Núñez', 'Nu\u0301n\u0303ez', 'NUNEZ']],
  [['Kōwhai Ngāti Māori', 'Ko\u0304whai Nga\u0304ti Ma\u0304ori', 'kowhai ngati maori']],
  [['Đặng Thị Mỹ Ươm', 'Dang Thi My Uom', 'đặng thị mỹ ươm']],
  [
    [
      'McDonald',
      'Mc\u200bDonald',
      'Mc\u00adDonald',
      '\ufeffMcDonald',
      'Mc\u2060Donald\u200f',
      'McDonald\u3164',
    ],
  ],
  [['Smith-Jones', 'Smith‐Jones', 'Smith‑Jones', 'Smith – Jones', 'smith jones']],
  [['Ɓala Ɗanjuma Ƙofa', 'bala danjuma kofa']],
  [['Borġ Ħaż-Żebbuġ', 'borg haz zebbug']],
  [['Əliyev', 'Eliyev']],
  [['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδοπουλοσ']],
  [['Ｍüller', 'Mu\u0308ller', 'MULLER']],
])('each spelling of a name finds the others: %j', (spellings) => {
  expect([...new Set(spellings.map(searchName))]).toHaveLength(1);
});

it('names with letters of other alphabets are sorted among those that look like them', () => {
  const names = [
    'Zapp',
    'Þórsdóttir',
    'Ægidius',
    'Łukasik',
    'Mann',
    'Đorđević',
    'Adler',
    'Egli',
    'Kaʻahumanu',
    'Sørensen',
  ];
  const bySearchName = names.toSorted((one, other) => (searchName(one) < searchName(other) ? -1 : 1));
  expect(bySearchName).toEqual([
    ...[
      'Adler',
      'Ægidius',
      'Đorđević',
      'Egli',
      'Kaʻahumanu',
      'Łukasik',
      'Mann',
      'Sørensen',
      'Þórsdóttir',
      'Zapp',
    ],
  ]);
});
