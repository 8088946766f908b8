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

describe('what is told of an error', () => {
  it('names it and the places, and quotes nothing that somebody typed', () => {
    const told = thrownBy(() => JSON.parse('Adelheid'));
    expect(told.name).toBe('SyntaxError');
    expect(told.message).toContain('is not valid JSON');
    expect(told.stack).toMatch(/^\s*at /);
    expect(JSON.stringify(told)).not.toContain('Adelheid');
  });

  it('is cut to what the call takes, whatever was thrown', () => {
    const long = Object.assign(new Error('x'.repeat(9_000)), { stack: 'at a\n'.repeat(9_000) });
    const { message, stack } = describeError(long);
    expect([message.length, stack.length]).toEqual([500, 2_000]);
    expect(describeError('no error')).toMatchObject({ name: 'Error', message: 'no error' });
  });
});
