import { walk } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';

/** The element id of a section. The prefix avoids collisions with question keys, which are ids too. */
export const sectionId = (title: string): string =>
  `section-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** The element id of the Submit button. */
export const submitId = 'submit';

/** Elements that every form page has. */
const fixedIds: readonly string[] = ['main', submitId];

/** Returns true if a URL hash names a question, a blocking notice, a section or another link target. */
export function isAnchor(id: string): boolean {
  const form = partnerForm();
  const { byErrorKey, blockingNotices } = walk(form);
  return (
    fixedIds.includes(id) ||
    byErrorKey.has(id) ||
    blockingNotices.some(({ key }) => key === id) ||
    form.pages.some(({ sections }) => sections.some(({ title }) => sectionId(title) === id))
  );
}
