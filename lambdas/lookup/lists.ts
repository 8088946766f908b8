import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LookupCategory } from '../../shared/rules/lookup.ts';
import { environment } from '../runtime/environment.ts';
import { openPack, type Pack } from './pack.ts';

const opened = new Map<LookupCategory, Pack>();

/** The packed list of a category, stored next to the bundle. It is read on first use. */
export function lookupList(category: LookupCategory): Pack {
  const known =
    opened.get(category) ??
    openPack(readFileSync(join(environment('LAMBDA_TASK_ROOT'), 'lists', `${category}.pack`)));
  opened.set(category, known);
  return known;
}
