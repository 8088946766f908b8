import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { firstControl } from '../layout/arrival.tsx';
import { hush, useTold } from './told.ts';

function lead(at: string): void {
  const place =
    document.getElementById(at) ?? document.getElementsByName(at)[0]?.closest<HTMLElement>('.field');
  if (place) (firstControl(place) ?? place).focus();
}

/** What a choice removed or gave back, said politely and in sight, with the way back (accessibility, 3.3.4). */
export function ToldLine() {
  const { words, undo, times } = useTold();
  useEffect(() => hush, []);
  return (
    <div className="told-line" data-undo={undo !== undefined || undefined}>
      <p role="status">
        <span key={times}>{words}</span>
      </p>
      {undo && (
        <button
          type="button"
          className="link"
          onClick={() => {
            // What comes back stands before the focus goes there.
            flushSync(undo.act);
            lead(undo.at);
          }}
        >
          Undo
        </button>
      )}
    </div>
  );
}
