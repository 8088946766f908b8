import { join } from 'node:path';
import { exportErasedReply, maxExported } from '../../../shared/api/export.ts';
import { erasedHead, erasedLine } from '../../../shared/export/erased.ts';
import { invokeOperator } from '../ask.ts';
import type { Target } from '../target.ts';
import { type ExportState, replaceFile, saveState } from './state.ts';

export const erasedFile = 'erased.csv';

/**
 * Writes the deleted applications of an export of changes in one go: they are few, and have three cells each.
 * An interrupted export writes them again from the same start. Returns the state with their end.
 */
export async function writeErased(target: Target, begun: ExportState, folder: string): Promise<ExportState> {
  const { erased } = begun;
  if (erased === undefined || erased.until !== undefined) return begun;
  let [after, isDone] = [erased.from, false];
  const lines: string[] = [];
  while (!isDone) {
    const command = { command: 'export-erased', after, limit: maxExported } as const;
    const page = await invokeOperator(target, command, exportErasedReply);
    lines.push(...page.erased.map(erasedLine));
    ({ next: after, isDone } = page);
  }
  await replaceFile(join(folder, erasedFile), erasedHead + lines.join(''));
  const state = { ...begun, erased: { ...erased, until: after } };
  await saveState(folder, state);
  return state;
}
