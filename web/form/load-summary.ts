/** The list of what is missing: loaded for whoever has tried to submit. */
export const loadSummary = () => import('./validation-summary.tsx');
