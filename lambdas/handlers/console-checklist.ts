import type { staffChecklist } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { applicantId } from '../runtime/ids.ts';
import { recordForOperators } from '../store/audit-log.ts';
import { reinstate } from '../store/withdrawals.ts';
import { recordItems } from '../use-cases/checklist.ts';
import { receiveItem, undoItem } from '../use-cases/checklist-changes.ts';

export const checklistCalls: Handlers<typeof staffChecklist> = {
  /** A preview finds names by addresses and numbers, so it is recorded. Changes record themselves. */
  async receiveItems({ caller: { operator }, body: { rows, is_preview, is_undo } }) {
    if (is_preview) await recordForOperators('checklist-checked', operator, [`rows=${rows.length}`]);
    const recording = { isPreview: is_preview, isTakingBack: is_undo };
    return { body: { rows: await recordItems(operator, { rows, ...recording }) } };
  },

  async receiveItem({ caller, params, body }) {
    return { body: await receiveItem(caller.operator, params, body) };
  },

  async undoItem({ caller, params, query: { day } }) {
    return { body: await undoItem(caller.operator, params, day) };
  },

  async reinstate({ caller, params: { applicant } }) {
    await reinstate(applicantId.parse(applicant), caller.operator);
    return { body: { message: '' } };
  },
};
