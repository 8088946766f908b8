import type { BatchContent, Making } from './outgoing-batch.ts';
import { packageFiles } from './outgoing-packages.ts';
import { rowFiles } from './outgoing-rows.ts';

/**
 * Writes the files of the next batch; the rest of a push only sends them. Undefined if there is nothing to
 * send.
 */
export const filesOf = (making: Making): Promise<BatchContent | undefined> => {
  const { format } = making.delivery;
  return format === 'package' ? packageFiles(making) : rowFiles(format, making);
};
