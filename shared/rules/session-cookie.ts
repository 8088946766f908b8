/** Any cookie with this prefix hints that a session may exist. The server never trusts it. */
export const sessionCookiePrefix = 'CognitoIdentityServiceProvider';

/** Our own such cookie. Another application on the same domain may have one too. */
export const sessionCookieName = `${sessionCookiePrefix}.matricula.LastAuthUser`;
