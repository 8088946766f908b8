import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useUndoOffer } from '../form-state/undo.ts';
import { firstControl } from '../ui/first-control.ts';

/** Says under a question which answers its change has cleared, and undoes the change. */
export function UndoLine({ place }: { readonly place: string }) {
  const offer = useUndoOffer(place);
  const line = useRef<HTMLParagraphElement>(null);
  if (offer === undefined) return null;
  const undo = () => {
    const field = line.current?.closest<HTMLElement>('.field');
    flushSync(offer.undo);
    if (field) (firstControl(field) ?? field).focus();
  };
  return (
    <p ref={line} className="undo-line">
      <span>{`${offer.text} `}</span>
      <button type="button" className="link" onClick={undo}>
        Undo
      </button>
    </p>
  );
}
