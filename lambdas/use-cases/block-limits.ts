import { allBlocks } from '../../shared/form/index.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from './form.ts';

/**
 * Rejects a count above the limit of its group. For groups that the form does not have, only the general
 * limit applies.
 */
export function requireCountWithinLimit(id: string, count: number): void {
  const group = allBlocks(partnerForm()).find((block) => block.type === 'addAnother' && block.id === id);
  if (group?.type !== 'addAnother' || count <= group.copies.length) return;
  throw new ApiError('invalid', `num_components: at most ${group.copies.length} for ${id}.`);
}
