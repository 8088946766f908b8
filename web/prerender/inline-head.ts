import { markerPrefix } from '../session/session.ts';
import { tokenNames } from '../session/url-tokens.ts';
import { hiddenMark } from './hidden-mark.ts';

const tokens = Object.values(tokenNames).join('|');

/**
 * Runs before the first paint, in the page itself: pages are drawn for a visitor without answers. Whoever has a session
 * or brings a link sees no question before their own answers are there (requirement RT-09, decision H-16).
 */
export const hidingScript = `if(/(^|; )${markerPrefix}/.test(document.cookie)||/[?&](${tokens})=/.test(location.search))document.documentElement.dataset.${hiddenMark}=''`;

export const hidingStyle = `[data-${hiddenMark}] #root{display:none}`;
