import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text to the clipboard, and says so. `what` names the text: 'link'. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [message, setMessage] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage('Copied'),
      () => setMessage(`We couldn't copy the ${what}. Select it and copy it yourself.`),
    );
  return (
    <>
      <Button size="fit" onClick={() => void copy()}>{`Copy ${what}`}</Button>
      <span role="status" className="hint">
        {message}
      </span>
    </>
  );
}
