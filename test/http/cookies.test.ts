import { describe, expect, it } from 'vitest';
import * as cookies from '../../lambdas/http/cookies.ts';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { sessionCookieName } from '../../shared/rules/session-cookie.ts';

const sub = applicantId.parse('applicant-1');
const strict = 'Path=/; Secure; SameSite=Strict';
const [session = '', marker = ''] = cookies.logInCookies('id-1', sub, 60);

describe('the cookies of a session', () => {
  it('are one that no script reads, and one that only says that there is a session', () => {
    expect(session).toBe(`__Host-session=id-1; HttpOnly; Max-Age=60; ${strict}`);
    expect(marker).toMatch(new RegExp(`^${sessionCookieName}=[0-9a-f]{16}; Max-Age=60; ${strict}$`));
  });

  it('show other tabs that another account has logged in, without naming it', () => {
    expect(cookies.logInCookies('id-2', sub, 60)[1]).toBe(marker);
    expect(cookies.logInCookies('id-1', applicantId.parse('applicant-2'), 60)[1]).not.toBe(marker);
    expect(marker).not.toContain('applicant-1');
  });

  it('are removed together', () => {
    expect(cookies.logOutCookies).toEqual([
      `__Host-session=; HttpOnly; Max-Age=0; ${strict}`,
      `${sessionCookieName}=; Max-Age=0; ${strict}`,
    ]);
  });
});

describe('the cookie of a browser', () => {
  it('that signed up lives for a day', () => {
    expect(cookies.signUpCookies('proof')).toEqual([
      `__Host-sign-up=proof; HttpOnly; Max-Age=86400; ${strict}`,
    ]);
    expect(cookies.expiredSignUpCookies).toEqual([`__Host-sign-up=; HttpOnly; Max-Age=0; ${strict}`]);
  });

  it('that has logged in lives for 180 days', () => {
    expect(cookies.deviceCookie('laptop')).toBe(
      `__Host-device=laptop; HttpOnly; Max-Age=15552000; ${strict}`,
    );
  });
});

describe('cookies of a request', () => {
  const sent = ['other=1', '__Host-session=abc=', '__Host-sign-up=proof', '__Host-device=laptop'];

  it('are found by their whole names', () => {
    expect(cookies.sessionIdFrom(sent)).toBe('abc=');
    expect(cookies.signUpFrom(sent)).toBe('proof');
    expect(cookies.deviceFrom(sent)).toBe('laptop');
    expect(cookies.sessionIdFrom(['__Host-session2=x'])).toBeUndefined();
  });

  it('count as missing when they are empty', () => {
    expect(cookies.sessionIdFrom(['__Host-session='])).toBeUndefined();
    expect([cookies.sessionIdFrom(), cookies.deviceFrom(), cookies.signUpFrom([])]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});
