import { isPrerendered } from './prerender/is-prerendered.ts';
import { correctAddress } from './session/canonical-path.ts';
import './theme/index.css';

/** A hidden page has no next frame, and a busy one a late frame. */
const longestWait = 300;

/** The page that was drawn ahead shows first: loading and running everything else would hold its first frame up. */
const shown = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestWait);
  });

/** Nothing waits at the top of this module: parts of it are part of what it loads. */
async function start(): Promise<void> {
  correctAddress();
  if (isPrerendered()) await shown();
  const { startApp } = await import('./prerender/start-app.tsx');
  await startApp();
}

void start();
