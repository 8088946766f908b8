import { errorKey, walk } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';

/** The element id of a section. The prefix keeps it apart from the keys of questions, which are ids too. */
export const sectionId = (title: string): string =>
  `section-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** The element id of the Submit button. */
export const submitId = 'submit';

/** Elements that every form page has. */
const fixedIds: readonly string[] = ['main', submitId];

/** Whether the hash of a URL names a question, a blocking notice, a section or another target of a link. */
export function isAnchor(id: string): boolean {
  const form = partnerForm();
  const { questions, blockingNotices } = walk(form);
  return (
    fixedIds.includes(id) ||
    questions.some(({ key, question }) => errorKey(key, question) === id) ||
    blockingNotices.some(({ key }) => key === id) ||
    form.pages.some(({ sections }) => sections.some(({ title }) => sectionId(title) === id))
  );
}
