import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problems } from '../../shared/form/index.ts';
import { validApplication } from '../support/applications.ts';
import { application, today } from '../support/form.ts';

const anyValid = validApplication(application, today);

describe('any valid application', () => {
  it('earns no problem', () => {
    fc.assert(
      fc.property(anyValid, (standing) => {
        expect(problems(application, standing, { today })).toEqual({});
      }),
      { numRuns: 200 },
    );
  });
});
