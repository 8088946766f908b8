import { describe, expect, it } from 'vitest';
import { accountMessages } from '../../../shared/rules/account.ts';
import {
  email,
  errorsIn,
  hasErrors,
  mailedCode,
  newPasswords,
  password,
} from '../../../web/account/fields.ts';

const code = mailedCode('Confirmation Code');

describe('the errors of an account form', () => {
  it('are lists of messages by field [EN-14, AU-04, AU-13, AU-17]', () => {
    const typed = { username: 'a@b', password: 'short', confirm_password: 'other', code: '12' };
    const errors = errorsIn({ username: email(), code, ...newPasswords }, typed);
    expect(Object.keys(errors).sort()).toEqual(['code', 'confirm_password', 'password', 'username']);
    expect(errors).toMatchObject({
      username: ['Your email address must be valid.'],
      confirm_password: ['passwords must match'],
      code: ['The confirmation code must be exactly 6 numbers.'],
    });
    expect(errors.password?.length).toBeGreaterThan(2);
  });

  it('are empty lists for valid input [EN-14]', () => {
    const right = { username: 'ada@example.org', password: 'x', code: '123 456' };
    const errors = errorsIn({ username: email(), password: password(), code }, right);
    expect(errors).toEqual({ username: [], password: [], code: [] });
    expect(hasErrors(errors)).toBe(false);
  });

  it('have their own messages for log-in and for resending a code [AU-05, AU-06, AU-18]', () => {
    const [logIn, resend] = [email(accountMessages.loginEmail), email(accountMessages.resend)];
    for (const username of ['', 'a@b', 'ada']) {
      expect(errorsIn({ username: logIn }, { username }).username).toEqual([
        'Please provide a valid email address.',
      ]);
      expect(errorsIn({ username: resend }, { username }).username).toEqual([
        'You must provide a valid email address to resend a confirmation code.',
      ]);
    }
    expect(errorsIn({ password: password() }, {})).toEqual({ password: ['Password is required.'] });
  });
});
