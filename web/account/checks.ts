import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalizeUsername,
} from '../../shared/rules/account.ts';
import { passwordErrors, passwordsMustMatch } from '../../shared/rules/password.ts';

/** What stands in the fields of a card. */
export type Values = Readonly<Partial<Record<AccountField, string>>>;
export type AccountField = 'username' | 'password' | 'confirm_password' | 'code';
/** Messages by field, as the specification lists them (platform specification, point 3). */
export type Errors = Readonly<Partial<Record<AccountField, readonly string[]>>>;

const unless = (isRight: boolean, message: string): readonly string[] => (isRight ? [] : [message]);
const isEmail = ({ username = '' }: Values) => isEmailAddress(normalizeUsername(username));

export const email = (values: Values): Errors => ({
  username: unless(isEmail(values), accountMessages.email),
});
export const loginEmail = (values: Values): Errors => ({
  username: unless(isEmail(values), accountMessages.loginEmail),
});
export const resendEmail = (values: Values): Errors => ({
  username: unless(isEmail(values), accountMessages.resend),
});
export const loginPassword = ({ password = '' }: Values): Errors => ({
  password: unless(password !== '', accountMessages.loginPassword),
});
export const newPassword = ({ password = '' }: Values): Errors => ({ password: passwordErrors(password) });
export const samePassword = ({ password = '', confirm_password = '' }: Values): Errors => ({
  confirm_password: unless(password === confirm_password && password !== '', passwordsMustMatch),
});
/** Spaces that came with a pasted code do not count. */
export const sixDigitCode = (code = '') => code.replaceAll(/\s/g, '');
export const code = (values: Values): Errors => ({
  code: unless(isConfirmationCode(sixDigitCode(values.code)), accountMessages.code),
});

export const hasErrors = (errors: Errors): boolean =>
  Object.values(errors).some((messages) => messages.length > 0);
