import type { LookupRecord } from '../../../shared/lookup/record.ts';
import { usStates } from '../../../shared/options/regions.ts';

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const begins =
  'bal ber bran cal car cor dal dun el fair gar glen hal har hol ken lan lin mar mel mor nor oak pem ran rich ros sal shel stan ter wal wes win wood'.split(
    ' ',
  );
const middles = 'a e i o en er in or al an el ing'.split(' ');
const ends =
  'borough brook bury dale field ford ham land ley mont port ridge son stead ton view ville ward wick worth'.split(
    ' ',
  );
const kinds = [
  'High School',
  'High School',
  'High School',
  'Senior High School',
  'Academy',
  'Charter School',
  'Preparatory School',
  'Christian School',
  'Career Center',
];
const sides = ['North', 'South', 'East', 'West', 'Central'];

/** Invented schools in invented towns. As with real ones, many share a name, a town, or one word of it. */
export function generatedSchools(count: number): readonly LookupRecord[] {
  const next = numbers(1857);
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;
  const invented = () => capital(pick(begins) + (next() < 0.5 ? pick(middles) : '') + pick(ends));
  const list = (length: number) => Array.from({ length }, invented);
  const [towns, namesakes, common] = [list(9_000), list(6_000), list(60)];
  const nameIn = (town: string) => {
    const which = next();
    if (which < 0.25) return pick(common);
    if (which < 0.55) return town;
    if (which < 0.7) return `${town} ${pick(sides)}`;
    return which < 0.75 ? `St. ${pick(namesakes)}` : `${pick(namesakes)} ${pick(namesakes)}`;
  };
  const known = new Set<string>();
  const places: LookupRecord[] = [];
  while (places.length < count) {
    const [city, [state]] = [pick(towns), pick(usStates)];
    const name = `${nameIn(city)} ${pick(kinds)}`;
    if (known.has(`${name} ${city}`)) continue;
    known.add(`${name} ${city}`);
    places.push({
      id: String(100_000_000_000 + places.length * 7),
      name,
      address_line_1: `${Math.ceil(next() * 9_900)} ${pick(namesakes)} Street`,
      city,
      state,
      zip: String(10_000 + Math.floor(next() * 89_999)),
      country: 'USA',
      aliases: '',
      size: '',
      ceeb: '',
    });
  }
  return places;
}
