import { tokenNames } from '../session/address-tokens.ts';
import { markerPrefix } from '../session/snapshot.ts';
import { hiddenMark } from './hiding.ts';

const tokens = Object.values(tokenNames).join('|');

/**
 * Runs before the first paint, in the page itself: pages are drawn for a visitor without answers. Whoever has a session
 * or brings a link sees no question before their own answers are there (requirement RT-09, decision H-16).
 */
export const hidingScript = `if(/(^|; )${markerPrefix}/.test(document.cookie)||/[?&](${tokens})=/.test(location.search))document.documentElement.dataset.${hiddenMark}=''`;

export const hidingStyle = `[data-${hiddenMark}] #root{display:none}`;
