import { printLines } from '../../shared/form/index.ts';
import { progressQuery } from '../api-client/progress-query.ts';
import { useQuery } from '../api-client/queries.ts';
import { formStore } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { PrintedLines, plainText } from '../print/printed-lines.tsx';
import { Button } from '../ui/button.tsx';
import { openRequest } from './request-draft.ts';

/** All answers in plain words. They never change, but the applicant may ask for corrections. */
export function AnswerList() {
  const isWithdrawn = useQuery(progressQuery).data?.withdrawn_at;
  return printLines(partnerForm(), formStore.getState()).map(({ path, label, lines }) => (
    <section key={path} aria-label={label}>
      <div className="answers-head">
        <h3>{label}</h3>
        {!isWithdrawn && (
          <Button look="quiet" size="fit" onClick={() => openRequest(path)}>
            Ask for a correction<span className="unseen"> of an answer in {label}</span>
          </Button>
        )}
      </div>
      <PrintedLines lines={lines} parentLevel={3} renderAnswer={plainText} />
    </section>
  ));
}
