import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LookupCategory } from '../../shared/rules/lookup.ts';
import { environment } from '../runtime/environment.ts';
import { openPack, type Pack } from './pack.ts';

const opened = new Map<LookupCategory, Pack>();

/** The list of a category, which lies beside the bundle; read when it is first asked for. */
export function lookupList(category: LookupCategory): Pack {
  const known =
    opened.get(category) ??
    openPack(readFileSync(join(environment('LAMBDA_TASK_ROOT'), 'lists', `${category}.pack`)));
  opened.set(category, known);
  return known;
}
