import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../ui/deferred.tsx';
import { retryUntilDone } from '../ui/retry.ts';

/** The list loads when the page is idle, because the browser prints it without waiting for anything. */
function useAnswerList(): ComponentType | undefined {
  const [list, setList] = useState<{ readonly AnswerList: ComponentType }>();
  useEffect(() => whenIdle(() => void retryUntilDone(() => import('./answer-list.tsx')).then(setList)), []);
  return list?.AnswerList;
}

/** True while the page is printed. Browsers print what is rendered when the event ends. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** The submitted answers, readable without the PDF. They are folded on the screen and not on paper. */
export function SubmittedAnswers() {
  const AnswerList = useAnswerList();
  const isPrinting = useIsPrinting();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="submitted-answers"
      open={isOpen || isPrinting}
      onToggle={({ currentTarget }) => isPrinting || setOpen(currentTarget.open)}
    >
      <summary>
        <h2>Your answers</h2>
      </summary>
      {(isOpen || isPrinting) && (AnswerList === undefined ? <p>Loading...</p> : <AnswerList />)}
    </details>
  );
}
