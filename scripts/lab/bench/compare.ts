import type { BrowserContext } from '@playwright/test';
import type { Side } from './page-measures.ts';
import { median, type Row } from './row.ts';

export type Measure<T> = (side: Side, context: BrowserContext) => Promise<T>;
export type Both<T> = Readonly<Record<Side['name'], readonly T[]>>;
/** Budget of the product: a factor of the bare page in the same run, or an absolute value. */
type Budget = { readonly factor?: number; readonly must?: number };

export const itself = (number: number) => number;
export function compared<T>(
  what: string,
  unit: Row['unit'],
  found: Both<T>,
  pick: (each: T) => number,
  { factor, must }: Budget,
): readonly Row[] {
  const [one, other] = [median(found.bare.map(pick)), median(found.ours.map(pick))];
  return [
    { what: `${what}, bare`, measured: one, unit },
    {
      what: `${what}, ours`,
      measured: other,
      unit,
      must: factor === undefined ? must : Math.round(one * factor),
    },
  ];
}
