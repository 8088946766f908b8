import {
  type FormState,
  printLines,
  withoutQuestions,
  withoutUnansweredOptional,
} from '../../shared/form/index.ts';
import { findContradictions } from '../../shared/questions/contradictions.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { partnerForm, validationContext } from '../form-state/partner-form.ts';
import { LeaveOut, useLeavesOut } from '../print/leave-out.tsx';
import { PrintedLines, plainText } from '../print/printed-lines.tsx';
import type { StaffApplication } from './application-facts.tsx';

/** The id of a page of answers, which requests for corrections link to. */
export const answersId = (path: string): string => `answers${path.replaceAll('/', '-')}`;

/** The answers as text, with notes about contradictions: the same lines as in the application PDF. */
export function Answers({ application }: { readonly application: StaffApplication }) {
  const formState: FormState = {
    answers: application.answer,
    counts: application.add_another,
    tabs: application.tabs,
  };
  const { hidden } = application;
  const { form } = withoutQuestions(partnerForm(), hidden);
  const leavesOut = useLeavesOut();
  const partner = currentPartner();
  const notes = findContradictions(form, formState, { ...validationContext(), partner });
  const allPages = printLines(form, formState, notes);
  const shortened = withoutUnansweredOptional(form, formState, allPages);
  return (
    <>
      {hidden.length > 0 && <p>Some questions are hidden from readers by university policy.</p>}
      <LeaveOut leavesOut={leavesOut} count={shortened.leftOut} />
      {(leavesOut ? shortened.pages : allPages).map(({ path, label, lines }) => (
        <section key={path} id={answersId(path)} aria-label={label}>
          <h2>{label}</h2>
          <PrintedLines lines={lines} parentLevel={2} renderAnswer={plainText} />
        </section>
      ))}
    </>
  );
}
