/**
 * Loads the list of errors, which is needed only after an attempt to submit. In a separate file, because
 * `npm run dev` loads the page again after an edit of a file that exports more than components.
 */
export const loadSummary = () => import('./validation-summary.tsx');
