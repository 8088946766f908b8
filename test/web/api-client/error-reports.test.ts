import { describe, expect, it } from 'vitest';
import { describeError } from '../../../web/api-client/error-reports.ts';

const thrownBy = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return describeError(error);
  }
  return expect.unreachable();
};

describe('an error report', () => {
  it('names the error and its stack, and contains nothing that the applicant typed', () => {
    const report = thrownBy(() => JSON.parse('Adelheid'));
    expect(report.name).toBe('SyntaxError');
    expect(report.message).toContain('is not valid JSON');
    expect(report.stack).toMatch(/^\s*at /);
    expect(JSON.stringify(report)).not.toContain('Adelheid');
  });

  it('is shortened to the limits of the call', () => {
    const long = Object.assign(new Error('x'.repeat(9_000)), { stack: 'at a\n'.repeat(9_000) });
    const { message, stack } = describeError(long);
    expect([message.length, stack.length]).toEqual([500, 2_000]);
    expect(describeError('no error')).toMatchObject({ name: 'Error', message: 'no error' });
  });
});
