import { expect, test } from 'vitest';
import { describeError } from '../../lambdas/runtime/log.ts';

test('log: an error of a mail service is described without the address that it names', () => {
  const message =
    'Email address is not verified. The following identities failed the check in region US-EAST-1: Ana.Lee+1@example.org';
  const { message: described, stack } = describeError(new Error(message));
  expect(described).toBe(message.replace('Ana.Lee+1@example.org', '(address)'));
  expect(stack).toContain('log.test.ts');
  expect(`${described} ${stack} ${describeError('to <ana@example.org>').message}`).not.toContain(
    'example.org',
  );
});
