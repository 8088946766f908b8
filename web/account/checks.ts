import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalizeUsername,
} from '../../shared/rules/account.ts';
import { passwordErrors, passwordsMustMatch } from '../../shared/rules/password.ts';

/** The values of the fields on a card. */
export type Values = Readonly<Partial<Record<AccountField, string>>>;
export type AccountField = 'username' | 'password' | 'confirm_password' | 'code';
/** Messages by field. A field without a message is valid. */
export type Errors = Readonly<Partial<Record<AccountField, readonly string[]>>>;

const unless = (isValid: boolean, message: string): readonly string[] => (isValid ? [] : [message]);
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
/** The code without the spaces that a pasted code may contain. */
export const sixDigitCode = (code = '') => code.replaceAll(/\s/g, '');
export const code = (values: Values): Errors => ({
  code: unless(isConfirmationCode(sixDigitCode(values.code)), accountMessages.code),
});

export const hasErrors = (errors: Errors): boolean =>
  Object.values(errors).some((messages) => messages.length > 0);
