/** Loads the list of errors, which is needed only after an attempt to submit. */
export const loadSummary = () => import('./validation-summary.tsx');
