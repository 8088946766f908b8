import type { ApplicantId } from '../runtime/ids.ts';
import { expression } from './expression.ts';
import { type EndNotice, endNotice, meta } from './items.ts';
import { keys, parts } from './keys.ts';
import { put, queryAll } from './table.ts';

/** Data that decides when an application expires. */
export interface ApplicationAge {
  /** 0 if it was never changed. */
  readonly rev: number;
  readonly submittedAt: string | undefined;
  /** The day (yyyy-mm-dd) of the last change; undefined if it was never changed. */
  readonly changedOn: string | undefined;
  readonly notice: EndNotice | undefined;
}

export async function ageOf(sub: ApplicantId): Promise<ApplicationAge> {
  const where = expression`begins_with(sk, ${parts.meta})`;
  const items = await queryAll(keys.application(sub), { where, isConsistent: false });
  const found = new Map(items.map((item) => [item.sk, item]));
  const revision = found.has(parts.meta) ? meta.parse(found.get(parts.meta)) : undefined;
  return {
    rev: revision?.rev ?? 0,
    submittedAt: revision?.submitted_at,
    changedOn: revision?.changed_on,
    notice: found.has(parts.endNotice) ? endNotice.parse(found.get(parts.endNotice)) : undefined,
  };
}

/** Records the mail that announced the expiry of a draft. */
export const recordEndNotice = (sub: ApplicantId, notice: EndNotice) =>
  put({ pk: keys.application(sub), sk: parts.endNotice, ...notice });
