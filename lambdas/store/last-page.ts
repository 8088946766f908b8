import type { ApplicantId } from '../runtime/ids.ts';
import { keys, parts } from './keys.ts';
import { put } from './table.ts';

/** Stores the page on which the applicant's next visit starts. */
export async function saveLastPage(sub: ApplicantId, last_page: string): Promise<void> {
  await put({ pk: keys.application(sub), sk: parts.visit, last_page });
}
