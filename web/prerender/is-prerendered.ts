import { isHidden } from './hidden-mark.ts';

/** Whether the document holds the prerendered content of the requested page. */
export const isPrerendered = (): boolean =>
  document.documentElement.dataset.path === location.pathname && !isHidden();
