import {
  allBlocks,
  dataModel,
  type Form,
  type ReducedForm,
  withoutQuestions,
} from '../../shared/form/index.ts';
import type { ApplicationContent } from './submit.ts';

/** The form and the content of an application without hidden questions. */
interface AudienceCopy<Content> extends ReducedForm {
  readonly content: Content;
}

const only = <Value>(
  values: Readonly<Record<string, Value>>,
  isKept: (key: string) => boolean,
): Record<string, Value> => Object.fromEntries(Object.entries(values).filter(([key]) => isKept(key)));

const idsOf = (form: Form): ReadonlySet<string> =>
  new Set(
    allBlocks(form).flatMap((block) =>
      block.type === 'addAnother' || block.type === 'tabs' ? [block.id] : [],
    ),
  );

/**
 * Removes the answers and documents of hidden questions. `hides` has keys of questions and titles of
 * sections. Only keys of the remaining form are kept: a key that the form no longer has may belong to a
 * hidden question.
 */
export function copyWithout<Content extends ApplicationContent>(
  form: Form,
  content: Content,
  hides: readonly string[],
): AudienceCopy<Content> {
  const reduced = withoutQuestions(form, hides);
  if (hides.length === 0) return { ...reduced, content };
  const model = dataModel(reduced.form);
  const ids = idsOf(reduced.form);
  const isKept = (key: string) => model.has(key);
  const isShown = (id: string) => ids.has(id);
  const { answers, documents, counts, tabs } = content;
  return {
    ...reduced,
    content: {
      ...content,
      ...{ answers: only(answers, isKept), documents: only(documents, isKept) },
      ...{ counts: only(counts, isShown), tabs: only(tabs, isShown) },
    },
  };
}
