import { beforeEach, describe, expect, it, vi } from 'vitest';

const marker = 'CognitoIdentityServiceProvider.matricula.LastAuthUser=1';

async function openedWith(cookie: string) {
  vi.resetModules();
  vi.stubGlobal('document', { cookie });
  return await import('../../../web/session/session.ts');
}
beforeEach(() => {
  vi.unstubAllGlobals();
});

describe('the session in the browser', () => {
  it('starts with these seven values [ST-20, ST-23]', async () => {
    expect((await openedWith('')).getSession()).toEqual({
      web_status: null,
      last_page: '',
      is_logged_in: false,
      username: '',
      is_service_user: false,
      num_logins: 1,
      has_changed_page: false,
    });
  });

  it.each([
    [marker, true],
    [`theme=dark; ${marker}`, true],
    ['CognitoIdentityServiceProvider=1', true],
    ['', false],
    ['note=CognitoIdentityServiceProvider', false],
  ])('is logged in with the cookies %j: %s [SE-01]', async (cookie, isLoggedIn) => {
    expect((await openedWith(cookie)).getSession().is_logged_in).toBe(isLoggedIn);
  });

  it('is reset as a whole [ST-23]', async () => {
    const { resetSession, setSession, getSession } = await openedWith(marker);
    setSession({ username: 'ada@example.org', has_changed_page: true, web_status: 'started' });
    resetSession();
    expect(getSession()).toMatchObject({ is_logged_in: false, username: '', has_changed_page: false });
  });
});
