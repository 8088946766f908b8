import { markerPrefix } from '../session/session.ts';
import { tokenParameters } from '../session/url-tokens.ts';
import { hiddenMark } from './hidden-mark.ts';

const tokens = Object.values(tokenParameters).join('|');

/**
 * Runs before the first paint, in the page itself: pages are drawn for a visitor without answers. Whoever has a session
 * or brings a link sees no question before their own answers are there (requirement RT-09, decision H-16).
 */
export const hidePageScript = `if(/(^|; )${markerPrefix}/.test(document.cookie)||/[?&](${tokens})=/.test(location.search))document.documentElement.dataset.${hiddenMark}=''`;

export const hidePageStyle = `[data-${hiddenMark}] #root{display:none}`;
