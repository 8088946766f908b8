import { startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Page } from '../../shared/form/index.ts';
import { Blocks } from './block.tsx';

interface Props {
  readonly page: Page;
  readonly onEnd: () => void;
}

function Rehearsal({ page, onEnd }: Props) {
  useEffect(onEnd, [onEnd]);
  return page.sections.map(({ title, blocks }) => <Blocks key={title} blocks={blocks} />);
}

/**
 * Draws a page where nobody sees it and throws it away. A page that was drawn ahead of time is only taken over, so the
 * browser reads most of the code that makes one at the first step to another page; this is when it has time for it. It
 * happens in slices, between which the page that is open answers.
 */
export function warmUp(page: Page): void {
  const root = createRoot(document.createElement('div'));
  startTransition(() =>
    root.render(<Rehearsal page={page} onEnd={() => queueMicrotask(() => root.unmount())} />),
  );
}
