import type { Mutant } from './mutants.ts';

/** A mutant that nobody can tell from the product, and why. */
export interface Equivalent extends Pick<Mutant, 'file' | 'on' | 'from' | 'becomes'> {
  readonly why: string;
}

export const isSame = (one: Pick<Mutant, 'file' | 'on' | 'from' | 'becomes'>, other: Equivalent): boolean =>
  one.file === other.file && one.on === other.on && one.from === other.from && one.becomes === other.becomes;

/** They are not counted. Every entry says why no test can notice it. */
export const equivalents: readonly Equivalent[] = [];
