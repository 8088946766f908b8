import {
  type FormState,
  printLines,
  withoutQuestions,
  withoutUnansweredOptional,
} from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { PrintedLines, plainText } from '../print/printed-lines.tsx';
import type { StaffApplication } from './application-facts.tsx';

/** The id of a page's answers, for the links of the line that stays in view. */
export const pageId = (path: string): string => path.slice(1);

const leftOutText = (count: number) =>
  count === 1
    ? '1 optional question without an answer is left out.'
    : `${count} optional questions without an answer are left out.`;

/** The answers as text, as in the application PDF. Optional questions without an answer are left out. */
export function Answers({ application }: { readonly application: StaffApplication }) {
  const formState: FormState = {
    answers: application.answer,
    counts: application.add_another,
    tabs: application.tabs,
  };
  const { hidden } = application;
  const { form } = withoutQuestions(partnerForm(), hidden);
  const { pages, leftOut } = withoutUnansweredOptional(form, formState, printLines(form, formState));
  return (
    <>
      {hidden.length > 0 && <p>Some questions are hidden from readers by university policy.</p>}
      {pages.map(({ path, label, lines }) => (
        <section key={path} id={pageId(path)} aria-label={label}>
          <h2>{label}</h2>
          <PrintedLines lines={lines} parentLevel={2} renderAnswer={plainText} />
        </section>
      ))}
      {leftOut > 0 && <p className="hint">{leftOutText(leftOut)}</p>}
    </>
  );
}
