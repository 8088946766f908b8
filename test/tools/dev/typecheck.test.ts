import { describe, expect, it } from 'vitest';
import { errorsIn, typecheck } from '../../../scripts/dev/typecheck.ts';

const output = `web/form/page.tsx(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
shared/api/routes.ts(10,1): error TS2345: Argument of type '{}' is not assignable.
  Property 'path' is missing.
    It is required.
web/form-state/save.ts(1,1): error TS1005: ';' expected.
`;

describe('npm run typecheck with names', () => {
  it('prints the errors of a file, with the lines that explain them', () => {
    expect(errorsIn(output, ['shared/api/routes.ts'])).toEqual([
      "shared/api/routes.ts(10,1): error TS2345: Argument of type '{}' is not assignable.\n  Property 'path' is missing.\n    It is required.",
    ]);
  });

  it('prints the errors of a folder, and not those of another whose name begins alike', () => {
    expect(errorsIn(output, ['web/form'])).toEqual([
      "web/form/page.tsx(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
    expect(errorsIn(output, ['web/fields'])).toEqual([]);
  });

  it('refuses a name that is no file', async () => {
    await expect(typecheck(['web/nowhere.ts'])).rejects.toMatchObject({
      name: 'UsageError',
      message: 'There is no web/nowhere.ts.',
    });
  });
});
