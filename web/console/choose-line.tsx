import { useEffect, useRef, useState } from 'react';
import type { ListQuery } from '../../shared/api/console.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { staffListRoutes } from '../../shared/api/console-routes.ts';
import { maxChosen } from '../../shared/rules/console-limits.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import { callStaff } from './call-staff.ts';
import { ChooseBox } from './choose-box.tsx';
import { choose, tooManyText } from './chosen.ts';
import { type FetchPage, fetchList } from './export-list.ts';
import { Problem } from './problem.tsx';

export const choosePageId = 'choose-page';

const listPage: FetchPage = (query, signal) =>
  callStaff(staffListRoutes.listApplications, { query }, { signal });

interface Choosing {
  readonly count?: number;
  readonly error?: unknown;
  readonly result?: string;
}

/** Chooses every application of the list, across its pages, up to the limit of a file. */
function ChooseList({ query }: { readonly query: ListQuery }) {
  const [{ count, error, result }, setChoosing] = useState<Choosing>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const chooseAll = async ({ signal }: AbortController) => {
    try {
      const onProgress = (found: number) => setChoosing({ count: found });
      // One more than fits shows that there are more.
      const all = await fetchList(listPage, query, { signal, onProgress, max: maxChosen + 1 });
      const text = choose(all) > 0 ? tooManyText : `All ${all.length} applications of the list are chosen.`;
      setChoosing({ result: text });
      speak(text);
    } catch (reason) {
      if (!signal.aborted) setChoosing({ error: reason });
    }
  };
  const start = () => {
    running.current?.abort();
    running.current = new AbortController();
    setChoosing({ count: 0 });
    void chooseAll(running.current);
  };
  const isBusy = count !== undefined;
  return (
    <>
      <Button look="quiet" size="fit" isBusy={isBusy} onClick={start}>
        {isBusy ? `Choosing ${count}...` : 'Choose all of this list'}
      </Button>
      {result !== undefined && <span className="hint">{result}</span>}
      <Problem error={error} onRetry={start} />
    </>
  );
}

interface Props {
  readonly query: ListQuery;
  readonly applications: readonly ListedApplication[];
}

/** Chooses the applications of the page, or of the whole list. */
export const ChooseLine = ({ query, applications }: Props) => (
  <div className="choose-line">
    <ChooseBox id={choosePageId} applications={applications} label="Choose this page" isLabelShown />
    <ChooseList key={JSON.stringify({ ...query, after: undefined })} query={query} />
  </div>
);
