import { expect, test } from 'vitest';
import { type Asked, where } from '../../web/session/where.ts';

const visitor = { web_status: null, last_page: '', is_logged_in: false, has_changed_page: false };
const applicant = { ...visitor, web_status: 'started', is_logged_in: true } as const;
const left = { ...applicant, last_page: '/education' };
const submitted = { ...applicant, web_status: 'submitted' } as const;

type Row = readonly [
  name: string,
  asked: string | Asked,
  known: Parameters<typeof where>[1],
  to: string | null,
];

const rows: readonly Row[] = [
  ['an unknown path', { pathname: '/nowhere', search: '?a=1' }, visitor, '/about?a=1'],
  ['the root', '/', visitor, '/about'],
  ['a form page for a visitor', '/education', visitor, null],
  ['an account page for a visitor', '/login', visitor, null],
  ['completion for a visitor', '/completion', visitor, '/about'],
  ['an account page for an applicant', '/signup', applicant, '/about'],
  ['a message on the log-in page', { pathname: '/login', error: 'Over.' }, applicant, null],
  ['a reset link', { pathname: '/reset', search: '?username=a&id=1' }, applicant, null],
  ['a reset page without its link', '/reset', applicant, '/about'],
  ['completion before submission', '/completion', applicant, '/about'],
  ['the default page after log-in', '/about', left, '/education'],
  ['the page that was left', '/education', left, null],
  ['a link to a question', { pathname: '/about', hash: '#gender' }, left, null],
  ['any page after the first change', '/about', { ...left, has_changed_page: true }, null],
  ['a last page that is no form page', '/about', { ...left, last_page: '/completion' }, null],
  ['a form page after submission', '/about', submitted, '/completion'],
  ['completion after submission', '/completion', submitted, null],
  ['the accessibility statement for a visitor', '/accessibility', visitor, null],
  ['the accessibility statement after submission', '/accessibility', submitted, null],
];

test.each(rows)('%s', (_name, asked, known, to) => {
  expect(where(typeof asked === 'string' ? { pathname: asked } : asked, known)).toBe(to);
});
