import { printLines } from '../../shared/form/index.ts';
import { formStore } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { PrintedLines, plainText } from '../print/printed-lines.tsx';

/** All submitted answers in plain words. They never change. */
export function AnswerList() {
  return printLines(partnerForm(), formStore.get()).map(({ path, label, lines }) => (
    <section key={path} aria-label={label}>
      <h3>{label}</h3>
      <PrintedLines lines={lines} parentLevel={3} renderAnswer={plainText} />
    </section>
  ));
}
