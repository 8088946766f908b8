import { sessionCookiePrefix } from '../../shared/rules/session-cookie.ts';
import { staffTokenKey } from '../session/staff-token.ts';
import { tokenParameters } from '../session/url-tokens.ts';
import { hiddenAttribute } from './hidden-mark.ts';

const tokens = Object.values(tokenParameters).join('|');

/**
 * Runs before the first paint. Prerendered pages contain no answers. Users with a session, or a token in the
 * URL or the tab, therefore see no question until their answers are loaded (requirement RT-09). If the
 * browser blocks cookies, reading the tab's storage throws, and no session can exist.
 */
export const hidePageScript = `try{if(/(^|; )${sessionCookiePrefix}/.test(document.cookie)||/[?&](${tokens})=/.test(location.search)||sessionStorage.getItem('${staffTokenKey}'))document.documentElement.dataset.${hiddenAttribute}=''}catch{}`;

export const hidePageStyle = `[data-${hiddenAttribute}] #root{display:none}`;
