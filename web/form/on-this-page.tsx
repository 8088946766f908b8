import { answeredQuestions, type Page, type Progress, progress, validate } from '../../shared/form/index.ts';
import { useFoundErrors, validateForm } from '../form-state/errors.ts';
import { formStore } from '../form-state/form-store.ts';
import { adjacentPages, useContinueTo } from '../form-state/navigation.ts';
import { partnerForm, validationContext } from '../form-state/partner-form.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { sectionId } from './anchors.ts';

const noProgress: Progress = { answered: 0, required: 0 };

/** Recomputed when an answer is committed, not at every keystroke. */
function useProgress(page: string) {
  useFoundErrors();
  formStore.use(({ counts }) => counts);
  const isHydrated = useHydrated();
  const form = partnerForm();
  const state = isHydrated ? formStore.get() : formStore.initial;
  const errors = isHydrated ? validateForm() : validate(form, state, validationContext());
  return {
    sections: progress(form, page, state, errors),
    answered: new Set(answeredQuestions(form, page, state).map(({ section }) => section)),
  };
}

const optionalText = (isAdded: boolean) => (isAdded ? 'added' : 'optional');

/** The progress of this page, with links to its sections. */
export function OnThisPage({ page }: { page: Page }) {
  const { sections, answered: answeredTitles } = useProgress(page.path);
  // While validating, the line at the top counts what is left.
  const isValidating = useSession(({ web_status }) => web_status === 'validating');
  const total = [...sections.values()].reduce(
    (sum, { answered, required }) => ({
      answered: sum.answered + answered,
      required: sum.required + required,
    }),
    noProgress,
  );
  return (
    <nav className="on-this-page" aria-labelledby="on-this-page">
      <h2 id="on-this-page">On this page</h2>
      {!isValidating && <p className="hint">{`${total.answered} of ${total.required} answered`}</p>}
      <ul>
        {page.sections.map(({ title }) => {
          const { answered, required } = sections.get(title) ?? noProgress;
          const isAdded = required === 0 && answeredTitles.has(title);
          const isDone = isAdded || (required > 0 && answered === required);
          return (
            <li key={title}>
              <a
                href={`#${sectionId(title)}`}
                data-done={isDone || undefined}
                data-optional={required === 0 || undefined}
              >
                <span className="section-mark" aria-hidden="true" />
                {title}
                <span className="section-count">
                  {required === 0 ? (
                    <span>{optionalText(isAdded)}</span>
                  ) : (
                    <>
                      <span>{`${answered} of ${required}`}</span>
                      <span className="unseen"> required answers</span>
                    </>
                  )}
                </span>
                {isDone && !isAdded && <span className="unseen"> (complete)</span>}
              </a>
            </li>
          );
        })}
      </ul>
      <Next page={page} />
    </nav>
  );
}

/** A shortcut to the next page from anywhere on a long page. */
function Next({ page }: { page: Page }) {
  const continueTo = useContinueTo();
  const { next } = adjacentPages(partnerForm(), page);
  if (next === undefined) return null;
  return (
    <Button className="next" size="next" onClick={() => continueTo(next.path)}>
      Next
    </Button>
  );
}
