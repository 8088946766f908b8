import { appCodeFrom, recoveryCodeFrom, secondFactorMessages } from '../../shared/rules/second-factor.ts';
import { type AccountErrors, type AccountValues, unless } from './checks.ts';

export const validateAppCode = ({ code = '' }: AccountValues): AccountErrors => ({
  code: unless(appCodeFrom(code) !== undefined, secondFactorMessages.appCode),
});

export const validateRecoveryCode = ({ code = '' }: AccountValues): AccountErrors => ({
  code: unless(recoveryCodeFrom(code) !== undefined, secondFactorMessages.recoveryCode),
});

export const validateEitherCode = ({ code = '' }: AccountValues): AccountErrors => ({
  code: unless(
    appCodeFrom(code) !== undefined || recoveryCodeFrom(code) !== undefined,
    secondFactorMessages.either,
  ),
});
