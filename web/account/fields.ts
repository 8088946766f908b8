import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalizeUsername,
} from '../../shared/rules/account.ts';
import { passwordErrors, passwordsMustMatch } from '../../shared/rules/password.ts';
import { commonPasswordErrors } from './common-password.ts';

export type FieldName =
  | 'username'
  | 'current_password'
  | 'password'
  | 'confirm_password'
  | 'code'
  | 'current_code';
/** The typed values of a form. */
export type AccountValues = Readonly<Partial<Record<FieldName, string>>>;
/** Messages by field. A field without a message is valid. */
export type AccountErrors = Readonly<Partial<Record<FieldName, readonly string[]>>>;

/** A field of an account form. */
export interface AccountField {
  readonly label: string;
  readonly type?: 'email' | 'password';
  readonly inputMode?: 'numeric' | 'email';
  readonly autoComplete: string;
  readonly hint?: string;
  /** Returns messages about its value. */
  readonly check: (value: string, values: AccountValues) => readonly string[];
}

/** The fields of a form, in their order. */
export type AccountFields = Readonly<Partial<Record<FieldName, AccountField>>>;

const unless = (isValid: boolean, message: string): readonly string[] => (isValid ? [] : [message]);

export const email = (message: string = accountMessages.email): AccountField => ({
  label: 'Email Address',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'username',
  check: (typed) => unless(isEmailAddress(normalizeUsername(typed)), message),
});

/** The password of an account. */
export const password = (label = 'Your Password'): AccountField => ({
  label,
  type: 'password',
  autoComplete: 'current-password',
  check: (typed) => unless(typed !== '', accountMessages.loginPassword),
});

export const newPassword = (label = 'New Password'): AccountField => ({
  label,
  type: 'password',
  autoComplete: 'new-password',
  check: (typed, { username = '' }) => {
    const errors = passwordErrors(typed);
    return errors.length > 0 ? errors : commonPasswordErrors(typed, username);
  },
});

/** A new password, typed twice. */
export const newPasswords: AccountFields = {
  password: newPassword(),
  confirm_password: {
    label: 'Confirm Password',
    type: 'password',
    autoComplete: 'new-password',
    check: (typed, values) => unless(typed === values.password && typed !== '', passwordsMustMatch),
  },
};

/** The code without the spaces that a pasted code may contain. */
export const sixDigitCode = (typed = '') => typed.replaceAll(/\s/g, '');

export const mailedCode = (label: string, autoComplete = 'off'): AccountField => ({
  label,
  inputMode: 'numeric',
  autoComplete,
  check: (typed) => unless(isConfirmationCode(sixDigitCode(typed)), accountMessages.code),
});

/** The code of a password-reset link, of which the whole address may be pasted. */
export const resetCode = (typed = '') => /[?&]id=([^&\s]+)/.exec(typed)?.[1] ?? typed.trim();

export const linkCode: AccountField = {
  label: 'Code',
  hint: 'The last part of the link in our email. You can paste the whole link.',
  autoComplete: 'off',
  check: (typed) => unless(resetCode(typed) !== '', accountMessages.resetCode),
};

export const entriesOf = (fields: AccountFields) =>
  Object.entries(fields) as readonly (readonly [FieldName, AccountField])[];

export const errorsIn = (fields: AccountFields, values: AccountValues): AccountErrors =>
  Object.fromEntries(entriesOf(fields).map(([name, { check }]) => [name, check(values[name] ?? '', values)]));

export const hasErrors = (errors: AccountErrors): boolean =>
  Object.values(errors).some((messages) => messages.length > 0);
