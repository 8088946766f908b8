/** Decisions D-05 and H-07: the session is opaque and unreadable; the marker only tells the page that there is one. */
const session = '__Host-session';
const marker = 'CognitoIdentityServiceProvider.matricula.LastAuthUser';

const attributes = 'Path=/; Secure; SameSite=Strict';

export const logInCookies = (id: string, lifetimeSeconds: number): readonly string[] => [
  `${session}=${id}; HttpOnly; Max-Age=${lifetimeSeconds}; ${attributes}`,
  `${marker}=1; Max-Age=${lifetimeSeconds}; ${attributes}`,
];

export const logOutCookies: readonly string[] = [
  `${session}=; HttpOnly; Max-Age=0; ${attributes}`,
  `${marker}=; Max-Age=0; ${attributes}`,
];

export function sessionIdIn(cookies: readonly string[] = []): string | undefined {
  const found = cookies.find((cookie) => cookie.startsWith(`${session}=`));
  return found?.slice(session.length + 1) || undefined;
}
