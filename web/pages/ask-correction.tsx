import { useId, useRef, useState } from 'react';
import { correctionRoutes } from '../../shared/api/correction-routes.ts';
import { printLines } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { formStore } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { showCorrections } from './corrections-query.ts';
import { clearRequest, closeRequest, getRequest, useRequest } from './request-draft.ts';
import { type RequestField, RequestFields, requestFields } from './request-fields.tsx';

interface Problems {
  readonly missing: readonly RequestField[];
  readonly failure?: string;
}

const noProblems: Problems = { missing: [] };

function useSend(idOf: (name: RequestField) => string) {
  const [problems, setProblems] = useState(noProblems);
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const send = async () => {
    const request = getRequest();
    const missing = requestFields.filter((name) => request[name].trim() === '');
    setProblems({ missing });
    const [first] = missing;
    if (first !== undefined) document.getElementById(idOf(first))?.focus();
    if (first !== undefined || isSending.current) return;
    isSending.current = true;
    setBusy(true);
    const { key, text } = request;
    try {
      showCorrections(await call(correctionRoutes.askCorrection, { body: { key, text } }));
      clearRequest();
      toast.success('We got your request. You can see it under Corrections.', 'correction');
    } catch (error) {
      setProblems({ missing: [], failure: errorMessage(error) });
    }
    isSending.current = false;
    setBusy(false);
  };
  return { problems, isBusy, send, forget: () => setProblems(noProblems) };
}

/** Asks which answer is wrong and what it should say. Closing the dialog keeps what was typed. */
export default function AskCorrection() {
  const isOpen = useRequest((state) => state.isOpen);
  const prefix = useId();
  const idOf = (name: RequestField) => `${prefix}-${name}`;
  const { problems, isBusy, send, forget } = useSend(idOf);
  const close = () => {
    forget();
    closeRequest();
  };
  const formId = `${prefix}-form`;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Ask for a correction"
      actions={
        <>
          <Button size="next" onClick={close}>
            Cancel
          </Button>
          <Button size="next" look="primary" type="submit" form={formId} isBusy={isBusy}>
            Send
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="ask-correction"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <RequestFields
          pages={printLines(partnerForm(), formStore.getState())}
          idOf={idOf}
          missing={problems.missing}
        />
        <div role="alert">
          {problems.failure !== undefined && (
            <p className="notice" data-stops>
              {problems.failure}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
