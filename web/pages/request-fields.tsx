import type { ReactNode } from 'react';
import type { PrintedPage } from '../../shared/form/index.ts';
import { maxCorrectionLength } from '../../shared/rules/corrections.ts';
import { type PrintedQuestion, printedQuestions } from '../print/printed-questions.ts';
import { ErrorMessages } from '../ui/error-messages.tsx';
import { changeRequest, useRequest } from './request-draft.ts';

const messages = {
  path: 'Choose a section.',
  key: 'Choose a question.',
  text: 'Write what your answer should say.',
} as const;
export type RequestField = keyof typeof messages;
export const requestFields = Object.keys(messages) as readonly RequestField[];

interface Props {
  readonly idOf: (name: RequestField) => string;
  readonly missing: readonly RequestField[];
}

interface FieldProps extends Props {
  readonly name: RequestField;
  readonly label: string;
  readonly children: ReactNode;
}

const Field = ({ name, label, idOf, missing, children }: FieldProps) => (
  <div className="field" data-invalid={missing.includes(name) || undefined}>
    <label htmlFor={idOf(name)}>{label}</label>
    <ErrorMessages id={`${idOf(name)}-messages`} messages={missing.includes(name) ? [messages[name]] : []} />
    {children}
  </div>
);

/** Properties of a control. `more` is the end of the id of a text that also describes it. */
const controlOf = (name: RequestField, { idOf, missing }: Props, more = '') => ({
  id: idOf(name),
  className: 'control',
  'aria-required': true,
  'aria-invalid': missing.includes(name) || undefined,
  'aria-describedby': [`${idOf(name)}-messages`, more && idOf(name) + more].filter(Boolean).join(' '),
});

/** Questions by the title above them, in the order of the page. */
function groupsOf(questions: readonly PrintedQuestion[]): readonly (readonly PrintedQuestion[])[] {
  const groups: PrintedQuestion[][] = [];
  for (const question of questions) {
    const last = groups.at(-1);
    if (last?.[0]?.section === question.section) last.push(question);
    else groups.push([question]);
  }
  return groups;
}

function QuestionSelect({ page, ...props }: Props & { readonly page: PrintedPage | undefined }) {
  const key = useRequest((state) => state.key);
  const questions = page === undefined ? [] : printedQuestions(page);
  const chosen = questions.find((each) => each.key === key);
  return (
    <Field name="key" label="Question" {...props}>
      <select
        {...controlOf('key', props, '-answer')}
        value={key}
        onChange={({ target }) => changeRequest({ key: target.value })}
      >
        <option value="">--</option>
        {groupsOf(questions).map((group, index) => (
          // Titles may repeat; the order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <optgroup key={index} label={group[0]?.section}>
            {group.map((each) => (
              <option key={each.key} value={each.key}>
                {each.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p className="submitted-answer" id={`${props.idOf('key')}-answer`}>
        {chosen && (
          <>
            <span className="hint">You submitted:</span> {chosen.answer}
          </>
        )}
      </p>
    </Field>
  );
}

/**
 * The fields of a request. Two selects find one of 200 questions: a button next to each answer would be 200
 * stops for keyboards and screen readers, with 200 similar names, and one more line for each on phones.
 */
export function RequestFields({ pages, ...props }: Props & { readonly pages: readonly PrintedPage[] }) {
  const [path, text] = [useRequest((state) => state.path), useRequest((state) => state.text)];
  return (
    <>
      <Field name="path" label="Section" {...props}>
        <select
          {...controlOf('path', props)}
          value={path}
          onChange={({ target }) => changeRequest({ path: target.value, key: '' })}
        >
          <option value="">--</option>
          {pages.map((page) => (
            <option key={page.path} value={page.path}>
              {page.label}
            </option>
          ))}
        </select>
      </Field>
      <QuestionSelect page={pages.find((page) => page.path === path)} {...props} />
      <Field name="text" label="What should it say?" {...props}>
        <textarea
          {...controlOf('text', props, '-count')}
          rows={4}
          maxLength={maxCorrectionLength}
          value={text}
          onChange={({ target }) => changeRequest({ text: target.value })}
        />
        <p className="hint count" id={`${props.idOf('text')}-count`}>
          {maxCorrectionLength - text.length} characters left
        </p>
      </Field>
    </>
  );
}
