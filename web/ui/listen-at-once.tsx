import { useLayoutEffect, useState } from 'react';

/**
 * Makes the components that render together with it subscribe to their stores before the next frame. React
 * would subscribe them some time after the frame that shows them, and letters typed in between would be lost.
 * A state update in a layout effect leaves no time between the two.
 */
export function ListenAtOnce(): null {
  const [, setRendered] = useState(false);
  useLayoutEffect(() => setRendered(true), []);
  return null;
}
