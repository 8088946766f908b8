import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LookUpCategory } from '../../shared/rules/look-up.ts';
import { environment } from '../runtime/environment.ts';
import { openPack, type Pack } from './pack.ts';

const opened = new Map<LookUpCategory, Pack>();

/** The list of a category, which lies beside the bundle; read when it is first asked for. */
export function listOf(category: LookUpCategory): Pack {
  const known =
    opened.get(category) ??
    openPack(readFileSync(join(environment('LAMBDA_TASK_ROOT'), 'lists', `${category}.pack`)));
  opened.set(category, known);
  return known;
}
