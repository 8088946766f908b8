import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalizeUsername,
} from '../../shared/rules/account.ts';
import { passwordErrors, passwordsMustMatch } from '../../shared/rules/password.ts';
import { commonPasswordErrors } from './common-password.ts';

/** The values of the fields on a card. */
export type AccountValues = Readonly<Partial<Record<AccountField, string>>>;
export type AccountField =
  | 'username'
  | 'current_password'
  | 'password'
  | 'confirm_password'
  | 'code'
  | 'current_code';
/** Messages by field. A field without a message is valid. */
export type AccountErrors = Readonly<Partial<Record<AccountField, readonly string[]>>>;

export const unless = (isValid: boolean, message: string): readonly string[] => (isValid ? [] : [message]);
const isEmail = ({ username = '' }: AccountValues) => isEmailAddress(normalizeUsername(username));

export const validateEmail = (values: AccountValues): AccountErrors => ({
  username: unless(isEmail(values), accountMessages.email),
});
export const validateLoginEmail = (values: AccountValues): AccountErrors => ({
  username: unless(isEmail(values), accountMessages.loginEmail),
});
export const validateResendEmail = (values: AccountValues): AccountErrors => ({
  username: unless(isEmail(values), accountMessages.resend),
});
export const validateLoginPassword = ({ password = '' }: AccountValues): AccountErrors => ({
  password: unless(password !== '', accountMessages.loginPassword),
});
export const validateCurrentPassword = ({ current_password = '' }: AccountValues): AccountErrors => ({
  current_password: unless(current_password !== '', accountMessages.loginPassword),
});
export function validateNewPassword({ password = '', username = '' }: AccountValues): AccountErrors {
  const errors = passwordErrors(password);
  return { password: errors.length > 0 ? errors : commonPasswordErrors(password, username) };
}
export const validateSamePassword = ({
  password = '',
  confirm_password = '',
}: AccountValues): AccountErrors => ({
  confirm_password: unless(password === confirm_password && password !== '', passwordsMustMatch),
});
/** The code without the spaces that a pasted code may contain. */
export const sixDigitCode = (validateCode = '') => validateCode.replaceAll(/\s/g, '');
export const validateCode = (values: AccountValues): AccountErrors => ({
  code: unless(isConfirmationCode(sixDigitCode(values.code)), accountMessages.code),
});

/** The code of a password-reset link, of which the whole address may be pasted. */
export const resetCode = (typed = '') => /[?&]id=([^&\s]+)/.exec(typed)?.[1] ?? typed.trim();
export const validateResetCode = (values: AccountValues): AccountErrors => ({
  code: unless(resetCode(values.code) !== '', accountMessages.resetCode),
});

export const validateCurrentCode = (values: AccountValues): AccountErrors => ({
  current_code: unless(isConfirmationCode(sixDigitCode(values.current_code)), accountMessages.code),
});

export const hasErrors = (errors: AccountErrors): boolean =>
  Object.values(errors).some((messages) => messages.length > 0);
