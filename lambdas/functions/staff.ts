import { staffChecklist, staffList, staffNotes, staffRead } from '../../shared/api/console.ts';
import type { contracts } from '../../shared/api/contracts.ts';
import { checklistCalls } from '../handlers/console-checklist.ts';
import { listCalls } from '../handlers/console-list.ts';
import { noteCalls } from '../handlers/console-notes.ts';
import { readCalls } from '../handlers/console-read.ts';
import { serve } from '../http/serve.ts';

const calls: (typeof contracts)['staff'] = { ...staffChecklist, ...staffList, ...staffNotes, ...staffRead };

export const handler = serve(calls, { ...checklistCalls, ...listCalls, ...noteCalls, ...readCalls });
