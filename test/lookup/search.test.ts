import { describe, expect, it } from 'vitest';
import { openPack, recordById } from '../../lambdas/lookup/pack.ts';
import { search } from '../../lambdas/lookup/search.ts';
import { buildLookupIndex } from '../../shared/lookup/build-index.ts';
import type { LookupRecord } from '../../shared/lookup/record.ts';

const place = (
  id: string,
  name: string,
  city = 'Quillhaven',
  more: Partial<LookupRecord> = {},
): LookupRecord => ({
  id,
  name,
  address_line_1: '1 Wren Lane',
  city,
  state: 'MI',
  zip: '00100',
  country: 'USA',
  aliases: '',
  size: '',
  ceeb: '',
  ...more,
});

const places = [
  place('a', 'Quillhaven High School'),
  place('b', 'Quillhaven High School of the Arts'),
  place('c', 'Amberwick Academy', 'Amberwick'),
  place('d', 'New Quillhaven Academy', 'Otterglen'),
  place('e', 'St. Odwina’s School', 'Mistlefen', { ceeb: 'X10001' }),
  place('f', 'École Rosemère', 'Zephyrdale', { country: 'CAN', state: 'ON' }),
  place('g', 'Amberwick Academy', 'Birchfen', { state: 'OH' }),
  place('h', 'Copper Bell School', 'Quillhaven'),
  place('i', '東京 Academy', 'Inkberry'),
  place('k', 'Kapiʻolani Łódź College', 'Wāhiawā'),
];
const pack = openPack(buildLookupIndex(places));
const found = (text: string, most = 5) => search(pack, text, most).map(({ record }) => record.id);

describe('search', () => {
  it.each([
    ['the beginning of a name', 'quillhaven hi', ['a', 'b']],
    ['names that begin so before names that hold it', 'quillhaven', ['a', 'b', 'd']],
    ['words in any order, each perhaps half typed', 'arts quill', ['b']],
    ['name and town', 'amberwick birchfen', ['g']],
    ['a town twice, because the name holds it too', 'amberwick academy amberwick', ['c']],
    ['name and state, as a code or in words', 'academy ohio', ['g']],
    ['capitals, accents and punctuation as anybody types them', 'ECOLE rosemere', ['f']],
    ['a name with an okina, typed without it', 'kapiolani', ['k']],
    ['a name with an okina, typed as an apostrophe', "kapi'olani", ['k']],
    ['a name with an okina, typed as another quotation mark', 'Kapi‘olani', ['k']],
    ['letters that Unicode does not decompose', 'lodz', ['k']],
    ['a town without its macrons', 'kapiolani wahiawa', ['k']],
    ['an invisible character in the typed text', 'amber\u200bwick birchfen', ['g']],
    ['an apostrophe of any form', 'st odwina`s', ['e']],
    ['saints, spelled out', 'saint odwinas', ['e']],
    ['saints, short', 'St odwina', ['e']],
    ['a code', 'x10001', ['e']],
    ['letters of any script', '東', ['i']],
  ])('finds %s', (_what, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['wrong', 'quillhawen of arts', ['b']],
    ['missing', 'quillaven of arts', ['b']],
    ['too many', 'quilllhaven of arts', ['b']],
    ['swapped', 'qiullhaven of arts', ['b']],
    ['wrong at the very start', 'zmberwick birchfen', ['g']],
    ['wrong while the word is still being typed', 'copper bell sxhoo', ['h']],
  ])('tolerates one letter that is %s', (_what, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['left out', 'copperbell'],
    ['typed as a letter', 'coppernbell'],
    ['typed too early', 'coppe rbell'],
    ['typed too late', 'copperb ell'],
    ['typed where none belongs', 'cop per bell'],
  ])('tolerates a space that is %s', (_what, text) => {
    expect(found(text)).toEqual(['h']);
  });

  it('does not tolerate two errors', () => {
    expect(found('quilhavem arts of')).toEqual([]);
    expect(found('coper bel shcool')).toEqual([]);
  });

  it('ranks exact matches before corrected ones', () => {
    const near = openPack(buildLookupIndex([place('x', 'Marion School'), place('y', 'Marian School')]));
    expect(search(near, 'marian', 5).map(({ record }) => record.id)).toEqual(['y']);
  });

  it('returns no more than requested, always in the same order [AC-02]', () => {
    const other = openPack(buildLookupIndex(places.toReversed()));
    for (const text of ['a', 'quillhaven', 'school', 'academy mi', 'acadmey'])
      for (const most of [1, 3, 10]) {
        const ids = found(text, most);
        expect(ids.length).toBeLessThanOrEqual(most);
        expect(search(other, text, most).map(({ record }) => record.id)).toEqual(ids);
      }
    expect(found('a', 1)).toHaveLength(1);
  });

  it('for nothing, for punctuation or in an empty list returns nothing', () => {
    for (const text of ['', '   ', '?!', '\u0000', '💥', '\ud800']) expect(found(text)).toEqual([]);
    expect(search(openPack(buildLookupIndex([])), 'quill', 5)).toEqual([]);
  });

  it('for a very long text ends', () => {
    expect(found('quillhaven '.repeat(5000))).toEqual([]);
    expect(found('q'.repeat(100_000))).toEqual([]);
  });
});

describe('names that people use', () => {
  const colleges = openPack(
    buildLookupIndex([
      place('tech', 'Fennelmark Institute of Technology', 'Otterglen', {
        aliases: 'Fennel Tech|Ole Fenner',
        size: '4',
      }),
      place('main', 'University of Ohio-Mistlefen Campus', 'Mistlefen', { state: 'OH', size: '5' }),
      place('branch', 'University of Ohio-Amberwick Campus', 'Amberwick', { state: 'OH', size: '2' }),
      place('small', 'Ublin School', 'Otterglen', { size: '1' }),
      place('am', 'Quillhaven A & M University', 'Quillhaven', { size: '3' }),
      place('the', 'The Lantern University at Inkberry', 'Inkberry', { size: '3' }),
    ]),
  );
  const matches = (text: string) => search(colleges, text, 5);
  const ids = (text: string) => matches(text).map(({ record }) => record.id);

  it('finds a college by an alias and says which one', () => {
    expect(matches('ole fenner')).toMatchObject([{ record: { id: 'tech' }, alias: 'Ole Fenner' }]);
    expect(matches('fennel te')[0]).toMatchObject({ record: { id: 'tech' }, alias: 'Fennel Tech' });
  });

  it('does not mention an alias when the name itself matches, and lists a college once', () => {
    expect(matches('fennelmark')).toMatchObject([{ record: { id: 'tech' }, alias: undefined }]);
    expect(matches('fenn').map(({ record }) => record.id)).toEqual(['tech']);
  });

  it('tolerates a typing error in an alias', () => {
    expect(matches('ole femner')).toMatchObject([{ record: { id: 'tech' }, alias: 'Ole Fenner' }]);
  });

  it.each([
    ['initials', 'fit', ['tech']],
    ['initials with small words', 'fiot', ['tech']],
    ['initials without the campus', 'uo', ['main', 'branch']],
    ['the beginning of initials', 'uomc', ['main']],
    ['u and the beginning of a name', 'uoh', ['main', 'branch']],
    ['u and a name, with a campus', 'uohio amberwick', ['branch']],
    ['letters with an ampersand as one word', 'quillhaven am', ['am']],
    ['another small word', 'lantern university of inkberry', ['the']],
    ['an article left out', 'lantern univ', ['the']],
    ['an article added', 'the university of ohio', ['main', 'branch']],
    ['tech for technology', 'fennelmark tech', ['tech']],
  ])('finds %s', (_what, text, expected) => {
    expect(ids(text)).toEqual(expected);
  });

  it('of equal matches, lists the larger first, and those of unknown size last', () => {
    expect(ids('university of ohio')).toEqual(['main', 'branch']);
    const sizes = openPack(
      buildLookupIndex([
        place('unknown', 'Wren College'),
        place('smaller', 'Wren College', 'Amberwick', { size: '1' }),
        place('larger', 'Wren College', 'Zephyrdale', { size: '5' }),
      ]),
    );
    expect(search(sizes, 'wren', 5).map(({ record }) => record.id)).toEqual(['larger', 'smaller', 'unknown']);
    expect(search(sizes, 'wren', 1).map(({ record }) => record.id)).toEqual(['larger']);
  });
});

describe('a suggestion', () => {
  const schools = openPack(
    buildLookupIndex([
      place('california', 'Bramble School', 'Inkberry', { state: 'CA' }),
      place('calumet', 'Calumet High School', 'Calumet'),
      place('community', 'Copper Bell Community College', 'Otterglen'),
    ]),
  );
  const address = (id: string, address_line_1: string, city: string) =>
    place(id, '', city, { address_line_1 });
  const addresses = openPack(
    buildLookupIndex([
      address('bramble', '13 Bramble Lane', 'Junipermoor Harbor'),
      address('elm', '12 Elm Street', 'Junipermoor Harbor'),
      address('harbor', '120 Harbor Street', 'Otterglen'),
    ]),
  );
  const ids = (pack: typeof schools, text: string) => search(pack, text, 5).map(({ record }) => record.id);

  it('has every typed word in its name, not only in its town or state', () => {
    expect(ids(schools, 'calu')).toEqual(['calumet']);
    expect(ids(schools, 'california')).toEqual([]);
    expect(ids(schools, 'bramble california')).toEqual(['california']);
    expect(ids(schools, 'mit')).toEqual([]);
  });

  it('has the typed number at the start of its house number, and a typed word in its street', () => {
    expect(ids(addresses, '12 har')).toEqual(['harbor']);
    expect(ids(addresses, '12')).toEqual(['elm', 'harbor']);
    expect(ids(addresses, '12 elm har')).toEqual(['elm']);
  });

  it('corrects words of five letters or more', () => {
    expect(ids(schools, 'brambel')).toEqual(['california']);
    expect(ids(schools, 'bela community')).toEqual([]);
  });
});

describe('record', () => {
  it('is found by its whole id, with every column unchanged', () => {
    for (const one of places) expect(recordById(pack, one.id)).toEqual(one);
    for (const id of ['', 'A', 'aa', 'Quillhaven', 'a\tQuillhaven', '\n'])
      expect(recordById(pack, id)).toBeUndefined();
  });
});

describe('pack', () => {
  it('stores and finds each of many records', () => {
    const many = Array.from({ length: 70_000 }, (_, index) =>
      place(`id-${index}`, `Place${index} School`, `Town${index}`),
    );
    const large = openPack(buildLookupIndex(many));
    for (const index of [0, 255, 256, 65_535, 65_536, 69_999])
      expect(search(large, `place${index} town${index}`, 5)[0]?.record).toEqual(many[index]);
  });

  it('rejects a file of another format', () => {
    expect(() => openPack(new Uint8Array(200))).toThrow('not a look-up index');
  });
});
