import { sessionCookiePrefix } from '../../shared/rules/session-cookie.ts';
import { serviceTokenKey } from '../session/service-token.ts';
import { tokenParameters } from '../session/url-tokens.ts';
import { hiddenAttribute } from './hidden-mark.ts';

const tokens = Object.values(tokenParameters).join('|');

/**
 * Runs before the first paint. Pages are prerendered without answers, so users with a session or a token in
 * the URL or the tab see no question until their own answers are loaded (requirement RT-09). Where the
 * browser blocks cookies, reading the tab's storage throws, and nobody has a session.
 */
export const hidePageScript = `try{if(/(^|; )${sessionCookiePrefix}/.test(document.cookie)||/[?&](${tokens})=/.test(location.search)||sessionStorage.getItem('${serviceTokenKey}'))document.documentElement.dataset.${hiddenAttribute}=''}catch{}`;

export const hidePageStyle = `[data-${hiddenAttribute}] #root{display:none}`;
