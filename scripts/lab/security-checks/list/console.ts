import type { SecurityCheck } from '../security-check.ts';

const session = ['test/endpoints/console-session.test.ts'];
const settings = ['test/endpoints/console-settings.test.ts'];
const permissions = ['test/endpoints/console-permissions.test.ts'];

/** Security checks for the sign-in, the sessions and the roles of the staff console. */
export const staffConsole: readonly SecurityCheck[] = [
  {
    name: 'browser of a staff sign-in',
    protects: 'A link with the reply to another sign-in signs no one in.',
    file: 'lambdas/staff/sign-in.ts',
    find: 'cookie === state ? await takeSignIn(state) : undefined',
    replace: 'await takeSignIn(state)',
    tests: session,
    only: "rejects another browser's reply",
  },
  {
    name: 'page after a staff sign-in',
    protects: 'A sign-in leads to a page of the console, and to no other site.',
    file: 'shared/api/console.ts',
    find: "z.regex(/^\\/staff(?![^?]*\\.\\.)(?:[/?][\\w\\-./?=&%+~:,@]*)?$/, 'to: a page of the console is expected.'),",
    replace: '',
    tests: session,
    only: 'goes back to the page that was asked for, and to no other site',
  },
  {
    name: 'people without a role',
    protects: 'A person of the university without a role has no session.',
    file: 'lambdas/staff/sign-in.ts',
    find: '  if (roles.length === 0) {',
    replace: '  if (roles.length < 0) {',
    tests: session,
    only: 'turns a person without a role away',
  },
  {
    name: 'roles that were taken away',
    protects: 'The session of a person ends within five minutes after the last role was taken away.',
    file: 'lambdas/staff/sign-in.ts',
    find: "if (identity === 'rejected' || roles.length === 0) return endForGood(session);",
    replace: "if (identity === 'rejected') return endForGood(session);",
    tests: session,
    only: 'end the session when they are taken away at the provider',
  },
  {
    name: 'age of roles',
    protects: 'Roles that the provider confirmed over five minutes ago open nothing.',
    file: 'lambdas/http/staff-session.ts',
    find: 'if (needsRoleCheck(session))',
    replace: 'if (session.hash === "")',
    tests: session,
    only: 'are asked for again after five minutes',
  },
  {
    name: 'roles of the console',
    protects: 'Each call of the console is open only to the roles that have its permission.',
    file: 'lambdas/http/staff-session.ts',
    find: 'if (!isAllowed(session.roles, permission))',
    replace: 'if (!isAllowed(["director"], permission))',
    tests: permissions,
  },
  {
    name: 'fresh log-in before an export',
    protects: 'An export needs a log-in of the last five minutes.',
    file: 'lambdas/http/staff-session.ts',
    find: 'if (needsFreshSignIn && !isFreshlySignedIn(session))',
    replace: 'if (needsFreshSignIn && session.hash === "")',
    tests: permissions,
    only: 'needs a log-in of the last five minutes',
  },
  {
    name: 'end of a staff session',
    protects: 'A session of the console ends after 30 minutes without a call, and after eight hours.',
    file: 'lambdas/table/staff-sessions.ts',
    find: ' || now() >= idleEndOf(stored)',
    replace: '',
    tests: session,
    only: 'ends after',
  },
  {
    name: 'risks of settings',
    protects: 'A change that closes the form is published only after a person confirmed it.',
    file: 'lambdas/staff/settings-calls.ts',
    find: 'risks.some(({ id }) => !confirmed.includes(id))',
    replace: 'risks.length < 0',
    tests: settings,
    only: 'must be confirmed',
  },
];
