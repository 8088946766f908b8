import { useState } from 'react';

/**
 * The action of a press: `isBusy` while it runs, then the error if it failed. With `onError`, the error goes
 * there instead.
 */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  onError?: (error: unknown, ...args: Args) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = (...args: Args): void => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    action(...args)
      .catch((reason: unknown) => (onError === undefined ? setError(reason) : onError(reason, ...args)))
      .finally(() => setBusy(false));
  };
  return { run, isBusy, error, clearError: () => setError(undefined) };
}
