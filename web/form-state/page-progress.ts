import { answeredQuestions, pageOf, walk } from '../../shared/form/index.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useFoundErrors, validateForm } from './errors.ts';
import { formStore } from './form-store.ts';
import { closingSection, partnerForm } from './partner-form.ts';

/**
 * The keys of what is missing or invalid; undefined while hydrating. Recomputed when an answer is committed.
 */
function useOpenKeys(): readonly string[] | undefined {
  useFoundErrors();
  formStore.use(({ counts }) => counts);
  return useHydrated() ? Object.keys(validateForm()) : undefined;
}

/** Number of answers that prevent the submission; undefined while hydrating. */
export const useOpenCount = (): number | undefined => useOpenKeys()?.length;

/** The pages with nothing missing and nothing invalid. */
export function useCompletePages(): readonly string[] {
  const openKeys = useOpenKeys();
  if (openKeys === undefined) return [];
  const form = partnerForm();
  const incomplete = new Set(openKeys.map((key) => pageOf(form, key)));
  return form.pages.flatMap(({ path }) => (incomplete.has(path) ? [] : [path]));
}

/** The missing and invalid answers on a page of the review, without those of the section after the review. */
export function openReviewedKeys(path: string): readonly string[] {
  const form = partnerForm();
  const closing = closingSection()?.title;
  return Object.keys(validateForm()).filter(
    (key) => pageOf(form, key) === path && walk(form).byErrorKey.get(key)?.section !== closing,
  );
}

/** Number of questions of a page that are answered, and of those to fix; undefined while hydrating. */
export function useReviewedCounts(path: string) {
  if (useOpenKeys() === undefined) return undefined;
  return {
    answered: answeredQuestions(partnerForm(), path, formStore.get()).length,
    open: openReviewedKeys(path).length,
  };
}

interface NextQuestion {
  readonly path: string;
  /** The key that holds its errors, which is the id of its field. */
  readonly key: string;
  readonly label: string;
}

/** The first question that is missing or invalid, in the order of the form. */
export function nextQuestion(): NextQuestion | undefined {
  const errors = validateForm();
  const key = Object.keys(errors)[0];
  if (key === undefined) return undefined;
  const placed = walk(partnerForm()).questions.find(({ keys }) => keys.includes(key));
  const path = pageOf(partnerForm(), key);
  return path === undefined
    ? undefined
    : { path, key, label: placed?.question.label ?? errors[key]?.[0] ?? '' };
}
