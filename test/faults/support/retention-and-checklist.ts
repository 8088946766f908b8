import { type OperatorCommand, recordItemsReply } from '../../../shared/api/operator.ts';
import type { RetentionCommand } from '../../../shared/api/retention.ts';
import type { Erasing } from './facts.ts';
import type { Outcome } from './register.ts';
import { password, type Scene, usernameOf } from './world.ts';

// Actions of the office on one applicant, and deletion requests of the applicant.

export const checklist = ['transcript', 'test-scores'] as const;
/** The key of a copy of a checklist item. Applicants send it after the submission. */
export const checklistCopy = 'checklist-transcript';
export const itemDays = ['2026-11-02', '2026-11-03'] as const;

interface TickedOff {
  readonly does: 'ticks off a checklist item';
  readonly checklistItem: (typeof checklist)[number];
  readonly day: (typeof itemDays)[number];
  readonly isTakingBack: boolean;
}

export type OfficeAction = TickedOff | { readonly does: 'has everything erased' };

/** The identity is a mock (functions.ts), so an empty proof is enough. */
const proof = {};

/**
 * Outcome of a row. Acknowledged: the checklist item is as the row says. Refused: it is not. Unknown: it may
 * be.
 */
function outcomeOf(reply: unknown): Outcome {
  const { success, data } = recordItemsReply.safeParse(reply);
  const row = success ? data.rows[0] : undefined;
  if (row === undefined || row.reason?.startsWith('This row could not')) return 'unknown';
  return row.outcome === 'refused' ? 'refused' : 'acknowledged';
}

export async function tickOff({ world, applicant }: Scene, action: TickedOff): Promise<void> {
  const { checklistItem, day, isTakingBack } = action;
  const register = applicant.facts.register(`checklist item ${checklistItem}`);
  const value = isTakingBack ? undefined : day;
  const write = register.begin({
    ...{ value, start: world.step(), order: undefined, call: { isSeen: false } },
  });
  const row = { line: 2, applicant: usernameOf(applicant.name), item: checklistItem, date: day };
  const command: OperatorCommand = { command: 'receive-items', rows: [row], isTakingBack };
  const outcome = outcomeOf(await world.cloud.invoke('operatorChange', { proof, command }));
  register.end(write, { end: world.step(), outcome, revision: undefined });
}

function beginErasing({ world, applicant: { facts } }: Scene, who: Erasing['by']): Erasing {
  const erasing: Erasing = { by: who, start: world.step(), end: Infinity, outcome: 'unknown' };
  facts.erasing.push(erasing);
  return erasing;
}

export async function eraseEverything(scene: Scene): Promise<void> {
  const { world, applicant } = scene;
  const erasing = beginErasing(scene, 'office');
  const command: RetentionCommand = { command: 'erase', user: usernameOf(applicant.name) };
  const reply = await world.cloud.invoke('retention', { proof, command });
  const { state, refused } = (reply ?? {}) as { state?: string; refused?: string };
  const isDone = state === 'settling' || state === 'erased';
  // An earlier erasure may have deleted everything: then the command rejects another one.
  const isRefused = refused !== undefined && !applicant.facts.mayBeErased;
  Object.assign(erasing, {
    end: world.step(),
    outcome: isDone ? 'acknowledged' : isRefused ? 'refused' : 'unknown',
  });
}

export async function deleteEverything(scene: Scene): Promise<void> {
  const { world, applicant, tab } = scene;
  const erasing = beginErasing(scene, 'applicant');
  const { outcome, end } = await world.call(applicant, tab, ['account', 'deleteApplication'], {
    body: { current_password: password },
  });
  Object.assign(erasing, { outcome, end });
}
