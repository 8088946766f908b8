import { timingSafeEqual } from 'node:crypto';

/** Compares two secret texts. The time does not reveal where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
