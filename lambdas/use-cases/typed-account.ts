import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalizeUsername,
} from '../../shared/rules/account.ts';
import { ApiError } from '../runtime/errors.ts';

// Account values typed into forms, normalized for comparison and storage.

export function usernameFrom(typed: string, message: string = accountMessages.email): string {
  const username = normalizeUsername(typed);
  if (!isEmailAddress(username)) throw new ApiError('invalid', message);
  return username;
}

export function codeFrom(typed: string): string {
  const code = typed.replaceAll(/\s/g, '');
  if (!isConfirmationCode(code)) throw new ApiError('invalid', accountMessages.code);
  return code;
}
