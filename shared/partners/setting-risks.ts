import { formatTime } from '../rules/format-time.ts';
import { closedBy, deadlinesOf } from './deadlines.ts';
import { checklistItems, itemsWithIds } from './next-steps.ts';
import type { PartnerWithSettings } from './partner.ts';

/** A consequence of a change that a person must confirm before it is published. */
export interface SettingRisk {
  readonly id: string;
  readonly text: string;
}

interface Change {
  readonly before: PartnerWithSettings;
  readonly after: PartnerWithSettings;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function closingNow({ before, after, now }: Change): readonly SettingRisk[] {
  const closed = closedBy(after, now);
  if (closed === undefined || closedBy(before, now) !== undefined) return [];
  const text = `The form closes now, because "${closed.label}" has passed. Applicants can no longer submit.`;
  return [{ id: 'closes', text }];
}

function changedDeadlines({ before, after, now }: Change): readonly SettingRisk[] {
  const kept = new Map(deadlinesOf(after).map((deadline) => [deadline.id, deadline]));
  const said = (moment: number) => formatTime(new Date(moment).toISOString(), after.timeZone);
  return deadlinesOf(before).flatMap(({ id, label, at, closes }) => {
    const next = kept.get(id);
    if (now >= closes) return [];
    if (next === undefined)
      return {
        id: `removed-deadline:${id}`,
        text: `The deadline "${label}" is removed. Applicants no longer see it${kept.size === 0 ? ', and submissions are accepted without a deadline' : ''}.`,
      };
    return next.closes >= closes
      ? []
      : {
          id: `earlier-deadline:${id}`,
          text: `The deadline "${next.label}" becomes earlier: ${said(next.at)} instead of ${said(at)}, and submissions close ${said(next.closes)}.`,
        };
  });
}

function removedItems({ before, after }: Change): readonly SettingRisk[] {
  const kept = checklistItems(after);
  return itemsWithIds(
    before,
    checklistItems(before).filter((id) => !kept.includes(id)),
  ).map(({ id, title }) => ({
    id: `removed-item:${id}`,
    text: `"${title}" is no longer on the checklist, also of applications that wait for it. Staff can no longer mark it as received.`,
  }));
}

/** The consequences of a change that must be confirmed: a form that closes, deadlines and checklist items. */
export const settingRisks = (change: Change): readonly SettingRisk[] => [
  ...closingNow(change),
  ...changedDeadlines(change),
  ...removedItems(change),
];
