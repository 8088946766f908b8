import { expect, test } from 'vitest';
import { type RequestedPage, redirectFor } from '../../../web/session/redirect.ts';

const visitor = { web_status: null, last_page: '', is_logged_in: false, has_changed_page: false };
const applicant = { ...visitor, web_status: 'started', is_logged_in: true } as const;
const left = { ...applicant, last_page: '/education' };
const validating = { ...left, web_status: 'validating' } as const;
const submitted = { ...left, web_status: 'submitted' } as const;

type Row = readonly [
  name: string,
  asked: string | RequestedPage,
  known: Parameters<typeof redirectFor>[1],
  to: string | null,
];

const rows: readonly Row[] = [
  ['an unknown path keeps its query [RT-06, RT-07]', at('/nope', '?x=1&y=2'), visitor, '/about?x=1&y=2'],
  ['an unknown path for an applicant [RT-06]', '/nope', applicant, '/about'],
  ['the root [RT-08]', '/', visitor, '/about'],
  ['the default page for an anonymous visitor [RT-01]', '/about', visitor, null],
  ['a form page for an anonymous visitor [RT-36]', '/education', visitor, null],
  ['the last form page for an anonymous visitor', '/final-steps', visitor, null],
  ...['/login', '/signup', '/confirm', '/forgot', '/reset'].map(
    (path): Row => [`${path} for an anonymous visitor [RT-05, RO-01]`, path, visitor, null],
  ),
  ['completion for an anonymous visitor [RT-12, RT-14]', '/completion', visitor, '/about'],
  ...['/login', '/signup', '/confirm', '/forgot'].map(
    (path): Row => [`${path} for an applicant [RT-12]`, path, applicant, '/about'],
  ),
  ['a message on the log-in page', { pathname: '/login', error: 'Over.' }, applicant, null],
  ['a reset link', { pathname: '/reset', reset: '123456' }, applicant, null],
  ['a reset page without its link [RT-12]', '/reset', applicant, '/about'],
  ['completion before submission [RT-14]', '/completion', applicant, '/about'],
  ['completion while validating [RT-14]', '/completion', validating, '/about'],
  ['the default page after log-in [RT-17]', '/about', left, '/education'],
  ['the default page while validating [RT-17]', '/about', validating, '/education'],
  ['the last page itself [RT-17]', '/education', left, null],
  ['the default page without a last page [RT-19]', '/about', applicant, null],
  ['a link to a question', { pathname: '/about', hash: '#gender' }, left, null],
  ['any page after the first change [RT-18]', '/about', { ...left, has_changed_page: true }, null],
  ['a last page that is no form page', '/about', { ...left, last_page: '/completion' }, null],
  ...['/about', '/education', '/final-steps'].map(
    (path): Row => [`${path} after submission [RT-13]`, path, submitted, '/completion'],
  ),
  ['an account page after submission', '/login', submitted, '/about'],
  ['completion after submission [RT-04]', '/completion', submitted, null],
  ['the account for an anonymous visitor', '/account', visitor, '/login'],
  ['the account for an applicant', '/account', applicant, null],
  ['the account after submission', '/account', submitted, null],
  ['the page after a deletion for an anonymous visitor', '/deleted', visitor, null],
  ['the page after a deletion after submission', '/deleted', submitted, null],
  ['the accessibility statement for an anonymous visitor', '/accessibility', visitor, null],
  ['the accessibility statement after submission', '/accessibility', submitted, null],
];

test.each(rows)('the redirect of %s', (_name, asked, known, to) => {
  expect(redirectFor(typeof asked === 'string' ? { pathname: asked } : asked, known)).toBe(to);
});

function at(pathname: string, search: string): RequestedPage {
  return { pathname, search };
}
