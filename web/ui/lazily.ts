import { type ComponentType, lazy } from 'react';

const pause = 5_000;

/** The network is back, or it is worth another try. */
const nextTry = () =>
  new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    setTimeout(resolve, pause);
  });

async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;)
    try {
      return await load();
    } catch {
      await nextTry();
    }
}

/** A part of a page that loads later. While its file cannot be had the rest of the page goes on without it. */
// biome-ignore lint/suspicious/noExplicitAny: a component takes whatever properties it takes
export const lazily = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() => untilLoaded(load));
