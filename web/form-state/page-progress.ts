import { useStore } from 'zustand';
import { minutesLeft, pageOf, progress, walk } from '../../shared/form/index.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useFoundErrors, validateForm } from './errors.ts';
import { formStore } from './form-store.ts';
import { partnerForm } from './partner-form.ts';

/**
 * The keys of what is missing or invalid; undefined while hydrating. Recomputed when an answer is committed.
 */
function useOpenKeys(): readonly string[] | undefined {
  useFoundErrors();
  useStore(formStore, ({ counts }) => counts);
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

/** Progress of a page and of the form: 'About You 13 of 14. About 5 min left for all required answers.' */
export function pageProgress(path: string): string {
  const form = partnerForm();
  const errors = validateForm();
  const sections = [...progress(form, path, formStore.getState(), errors).values()];
  const sum = (part: 'answered' | 'required') =>
    sections.reduce((total, section) => total + section[part], 0);
  const label = form.pages.find((page) => page.path === path)?.label ?? '';
  return `${label} ${sum('answered')} of ${sum('required')}. ${minutesLeft(form, errors)}.`;
}
