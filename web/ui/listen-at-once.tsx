import { useLayoutEffect, useState } from 'react';

/**
 * Makes all that is drawn together with it listen at once. Left to itself React subscribes a field to its answer some
 * time after the frame that shows it, and takes away the letters that come in between; a state that changes before that
 * frame leaves no time between the two.
 */
export function ListenAtOnce(): null {
  const [, setDrawn] = useState(false);
  useLayoutEffect(() => setDrawn(true), []);
  return null;
}
