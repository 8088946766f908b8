import { printLines } from '../../shared/form/index.ts';
import { formStore } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { PrintedLines, plainText } from '../print/printed-lines.tsx';

/** All answers in plain words. After submission they never change. */
export const AnswerList = () =>
  printLines(partnerForm(), formStore.getState()).map(({ path, label, lines }) => (
    <section key={path} aria-label={label}>
      <h3>{label}</h3>
      <PrintedLines lines={lines} parentLevel={3} renderAnswer={plainText} />
    </section>
  ));
