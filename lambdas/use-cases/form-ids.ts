import { allBlocks } from '../../shared/form/index.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from './form.ts';

// Pages, tabs and repeated blocks that calls name, compared with those of the form.

/** Rejects a path that is no page of the form. */
export function requirePage(path: string): void {
  if (partnerForm().pages.some((page) => page.path === path)) return;
  throw new ApiError('invalid', 'last_page: the path of a page of the form is expected.');
}

/** Rejects a tab that its group does not have. */
export function requireTab(group: string, tab: string): void {
  const found = allBlocks(partnerForm()).find((block) => block.type === 'tabs' && block.id === group);
  if (found?.type !== 'tabs') throw new ApiError('invalid', 'tab_id: the form has no such group of tabs.');
  if (!found.tabs.some(({ id }) => id === tab))
    throw new ApiError('invalid', `chosen_tab: ${group} has no such tab.`);
}

/**
 * Rejects a count above the limit of its group. For groups that the form does not have, only the general
 * limit applies.
 */
export function requireCountWithinLimit(id: string, count: number): void {
  const group = allBlocks(partnerForm()).find((block) => block.type === 'addAnother' && block.id === id);
  if (group?.type !== 'addAnother' || count <= group.copies.length) return;
  throw new ApiError('invalid', `num_components: at most ${group.copies.length} for ${id}.`);
}
