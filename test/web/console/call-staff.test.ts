import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { staffExportRoutes, staffListRoutes } from '../../../shared/api/console-routes.ts';
import { connectApiClient } from '../../../web/api-client/call.ts';
import { ServerError, UnauthorizedError } from '../../../web/api-client/errors.ts';
import { callStaff, checkMember } from '../../../web/console/call-staff.ts';
import { problemText } from '../../../web/console/problem.tsx';
import { askForFreshSignIn, consoleSession, noteSignedOut } from '../../../web/console/session.ts';

const member = {
  name: 'Omar Office',
  roles: ['office'],
  idle_at: new Date(Date.now() + 1_800_000).toISOString(),
  is_provider_down: false,
};
const list = { applications: [] };
const fetched = vi.fn<typeof fetch>();
const reply = (status: number, body: object) => async () => Response.json(body, { status });
const rechecked = reply(409, { message: 'Your role has to be confirmed.', recheck: true });
const called = () => fetched.mock.calls.map(([url]) => String(url));
const listApplications = () => callStaff(staffListRoutes.listApplications, { query: {} });

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  connectApiClient({ onUnauthorized: noteSignedOut });
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

describe('a call of the console', () => {
  it('confirms the role and is repeated once when the server asks for it', async () => {
    fetched.mockImplementationOnce(rechecked).mockImplementationOnce(reply(200, member));
    fetched.mockImplementation(reply(200, list));
    expect(await listApplications()).toEqual(list);
    expect(called()).toEqual(['/api/staff/applications', '/api/staff/me', '/api/staff/applications']);
    expect(consoleSession()).toMatchObject({ stage: 'signed-in', member: { name: 'Omar Office' } });
  });

  it('shares the confirmation of the role with other calls', async () => {
    fetched.mockImplementation(reply(200, member));
    await Promise.all([checkMember(), checkMember()]);
    expect(called()).toEqual(['/api/staff/me']);
  });

  it('asks for a fresh sign-in when the server does', async () => {
    fetched.mockImplementation(reply(403, { message: 'Please sign in again first.', signInAgain: true }));
    await expect(callStaff(staffExportRoutes.exportList, { query: {} })).rejects.toThrow(ServerError);
    expect(consoleSession().mustSignInAgain).toBe(true);
    askForFreshSignIn(false);
  });

  it('keeps the page when the session has ended', async () => {
    fetched.mockImplementation(reply(401, { message: 'Please sign in to the console.' }));
    await expect(listApplications()).rejects.toThrow(UnauthorizedError);
    expect(consoleSession()).toMatchObject({ stage: 'ended', member: { name: 'Omar Office' } });
  });
});

describe('an error in words', () => {
  const network = new ServerError('Unexpected.', 0);
  it('says that the browser is offline, or that the server cannot be reached', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(problemText(network)).toMatch(/^You are offline/);
    vi.stubGlobal('navigator', { onLine: true });
    expect(problemText(network)).toMatch(/^The server cannot be reached/);
  });

  it('is the message of the server, with the time to wait', () => {
    expect(problemText(new ServerError('Too many calls.', 429, { retryAfter: 5 }))).toBe(
      'Too many calls. You can try again in 5 seconds.',
    );
  });
});
