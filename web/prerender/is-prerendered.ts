import { isHidden } from './hidden-mark.ts';

/** True if the document contains the prerendered content of the requested page. */
export const isPrerendered = (): boolean =>
  document.documentElement.dataset.path === location.pathname && !isHidden();
