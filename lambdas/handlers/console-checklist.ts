import { staffChecklist as calls } from '../../shared/api/console.ts';
import { serve } from '../http/serve.ts';
import { receiveItem, undoItem } from '../use-cases/checklist-changes.ts';

export const handler = serve(calls, {
  async receiveItem({ caller, params, body: { day } }) {
    return { body: await receiveItem(caller.operator, params, day) };
  },

  async undoItem({ caller, params, query: { day } }) {
    return { body: await undoItem(caller.operator, params, day) };
  },
});
