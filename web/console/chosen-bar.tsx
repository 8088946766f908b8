import { useState } from 'react';
import type { ListOrder } from '../../shared/api/console.ts';
import { staffExportRoutes } from '../../shared/api/console-routes.ts';
import { Button } from '../ui/button.tsx';
import { useSpoken } from '../ui/speak.ts';
import { callStaff } from './call-staff.ts';
import { choosePageId } from './choose-line.tsx';
import { type ChosenApplication, chosenText, clearChosen, useChosen } from './chosen.ts';
import { CopyLinks } from './copy-links.tsx';
import { DownloadCsv, DownloadLabel, isExplained } from './download-list.tsx';
import { saveList } from './export-list.ts';
import { Problem } from './problem.tsx';
import { zipFilesId } from './zip-files.tsx';
import { requestZip } from './zip-queries.ts';

const idsOf = (chosen: readonly ChosenApplication[]) => chosen.map(({ applicant }) => applicant);

/** Moves the focus, and the page, to an element; to the heading while the list is loading. */
const goTo = (id: string) =>
  (document.getElementById(id) ?? document.querySelector<HTMLElement>('h1'))?.focus();

/** The same as soon as the element is rendered, or after about a second. */
function goToRendered(id: string, frames = 60): void {
  if (document.getElementById(id) !== null || frames === 0) goTo(id);
  else requestAnimationFrame(() => goToRendered(id, frames - 1));
}

function MakeZip({ chosen }: { readonly chosen: readonly ChosenApplication[] }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const make = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await requestZip(idsOf(chosen));
      goToRendered(zipFilesId);
    } catch (reason) {
      if (!isExplained()) setError(reason);
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="primary" size="fit" isBusy={isBusy} onClick={() => void make()}>
        <DownloadLabel of="PDFs (ZIP)" />
      </Button>
      <Problem error={error} />
    </>
  );
}

/** The chosen applications, also those of other pages and filters, and the files that they go into. */
export function ChosenBar({ sort }: { readonly sort: ListOrder | undefined }) {
  const chosen = useChosen();
  const text = chosenText(chosen.length);
  useSpoken(text);
  if (chosen.length === 0) return null;
  const fetchChosen = async (signal: AbortSignal) => {
    const body = { applicants: idsOf(chosen), ...(sort && { sort }) };
    return (await callStaff(staffExportRoutes.exportChosen, { body }, { signal })).applications;
  };
  const clear = () => {
    clearChosen();
    goTo(choosePageId);
  };
  return (
    <section className="chosen-bar" aria-label="Chosen applications">
      <p>
        <strong>{text}</strong>
      </p>
      <MakeZip chosen={chosen} />
      <DownloadCsv fetchRows={fetchChosen} save={saveList} noun="applications" expected={chosen.length} />
      <CopyLinks applications={chosen} />
      <Button look="quiet" size="fit" onClick={clear}>
        Clear
      </Button>
    </section>
  );
}
