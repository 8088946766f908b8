import { staffChecklist, staffList, staffNotes, staffRead } from '../../shared/api/console.ts';
import type { contracts } from '../../shared/api/contracts.ts';
import { serve } from '../http/serve.ts';
import { checklistCalls } from '../staff/checklist-calls.ts';
import { listCalls } from '../staff/list.ts';
import { noteCalls } from '../staff/note-calls.ts';
import { readCalls } from '../staff/read-calls.ts';

const calls: (typeof contracts)['staff'] = { ...staffChecklist, ...staffList, ...staffNotes, ...staffRead };

export const handler = serve(calls, { ...checklistCalls, ...listCalls, ...noteCalls, ...readCalls });
