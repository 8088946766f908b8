import { isPrerendered } from './prerender/hidden-mark.ts';
import './theme/index.css';

/** The longest wait for a frame: a hidden page gets none, and a busy page a late one. */
const maxWait = 300;

/** Resolves after the first frame of a prerendered page, which loading and running the app would delay. */
const firstFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, maxWait);
  });

/** A function, because top-level await would deadlock: chunks loaded here import this module. */
async function start(): Promise<void> {
  if (isPrerendered()) await firstFrame();
  const { startApp } = await import('./prerender/start-app.tsx');
  await startApp();
}

void start();
