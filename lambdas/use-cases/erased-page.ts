import type { ErasedApplication } from '../../shared/api/export.ts';
import { readErased } from '../store/erased-applications.ts';
import { exportableUntil } from './export-page.ts';

interface Range {
  /** A day, a time, or the place of the last deleted application. */
  readonly after: string;
  readonly before?: string;
  readonly limit: number;
}

interface ErasedPage {
  readonly erased: readonly ErasedApplication[];
  /** Start of the next page or of the next export. */
  readonly next: string;
  readonly isDone: boolean;
}

/**
 * Returns the next deleted applications that had been submitted, in the order of their deletion. Consecutive
 * pages contain each exactly once.
 */
export async function erasedPage({ after, limit, before = exportableUntil() }: Range): Promise<ErasedPage> {
  const { listed, next } = await readErased({ after, before, limit });
  const erased = listed.map(({ place: _, ...each }) => each);
  if (next !== undefined) return { erased, next, isDone: false };
  return { erased, next: before > after ? before : after, isDone: true };
}
