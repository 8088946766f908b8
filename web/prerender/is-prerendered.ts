import { isHidden } from './hidden-mark.ts';

/** Whether the page was drawn ahead of time, for the place somebody asks for. */
export const isPrerendered = (): boolean =>
  document.documentElement.dataset.path === location.pathname && !isHidden();
