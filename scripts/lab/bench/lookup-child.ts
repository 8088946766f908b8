import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: what is measured here is the inside
import type { Match } from '../../../lambdas/lookup/search.ts';
import type { LookupRecord } from '../../../shared/lookup/record.ts';
import { generatedSchools, numbers } from './generated-schools.ts';

// Measures look-ups with the modules and the pack that lookup.ts has made.

export interface LookUpFigures {
  readonly load: number;
  readonly megabytes: number;
  readonly p50: number;
  readonly p99: number;
  readonly exact: number;
  readonly corrected: number;
}

const [folder = ''] = process.argv.slice(2);
const { openPack } = await import(join(folder, 'pack/index.mjs'));
const { search } = await import(join(folder, 'search/index.mjs'));

/** Megabytes in use after garbage collection. The start of a process leaves much garbage. */
const held = () => {
  for (let round = 0; round < 5; round += 1) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};
const timed = <T>(act: () => T): [number, T] => {
  const from = performance.now();
  const result = act();
  return [performance.now() - from, result];
};

const before = held();
const [load, pack] = timed(() => openPack(readFileSync(join(folder, 'schools.pack'))));
const megabytes = held() - before;

const next = numbers(7);
const below = (count: number) => Math.floor(next() * count);

/** One letter too few, too many, wrong, or swapped with the next; anywhere, spaces included. */
function withError(text: string): string {
  const [at, letter] = [below(text.length), String.fromCharCode(97 + below(26))];
  const [head, tail] = [text.slice(0, at), text.slice(at + 1)];
  const kinds = [
    head + tail,
    head + letter + text.slice(at),
    head + letter + tail,
    head + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2),
  ];
  return kinds[below(kinds.length)] ?? text;
}

const sample = generatedSchools(35_000).filter(() => next() < 2_000 / 35_000);
const typed = ({ name, city }: LookupRecord) => `${name} ${city}`;

const found = (text: string, { id }: LookupRecord) =>
  search(pack, text, 5).some(({ record }: Match) => record.id === id) ? 1 : 0;
const share = (textOf: (place: LookupRecord) => string) =>
  (100 * sample.reduce((sum, place) => sum + found(textOf(place), place), 0)) / sample.length;
const exact = share(typed);
const corrected = share((place) => withError(typed(place)));

/** Every prefix of each text: the calls of an applicant who types without a pause. */
const keystrokes = sample
  .slice(0, 400)
  .flatMap((place) => [typed(place), withError(typed(place))])
  .flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)));
const times = keystrokes.map((text) => timed(() => search(pack, text, 5))[0]).sort((a, b) => a - b);
const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;

const figures: LookUpFigures = { load, megabytes, p50: at(0.5), p99: at(0.99), exact, corrected };
console.log(JSON.stringify(figures));
