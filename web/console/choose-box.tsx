import { useEffect, useRef } from 'react';
import { speak } from '../ui/speak.ts';
import { type ChosenApplication, choose, tooManyText, unchoose, useChosen } from './chosen.ts';

interface Props {
  readonly id?: string;
  /** One application, or those of a page. */
  readonly applications: readonly ChosenApplication[];
  readonly label: string;
  readonly isLabelShown?: boolean;
}

/** A checkbox that chooses applications for a file. It is mixed if only some of them are chosen. */
export function ChooseBox({ id, applications, label, isLabelShown = false }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const known = new Set(useChosen().map(({ applicant }) => applicant));
  const count = applications.filter(({ applicant }) => known.has(applicant)).length;
  const isMixed = count > 0 && count < applications.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  const change = (isChosen: boolean) => {
    if (!isChosen) unchoose(applications);
    else if (choose(applications) > 0) speak(tooManyText);
  };
  return (
    <label className="choose">
      <input
        ref={box}
        id={id}
        type="checkbox"
        checked={count > 0 && !isMixed}
        onChange={({ target }) => change(target.checked)}
      />
      <span className={isLabelShown ? undefined : 'unseen'}>{label}</span>
    </label>
  );
}
