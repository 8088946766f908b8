import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../shared/api/routes.ts';
import { dataModel, form, page, walk } from '../../../shared/form/index.ts';
import { isConfirmationCode } from '../../../shared/rules/account.ts';
import { limits } from '../../../shared/rules/limits.ts';
import { passwordErrors } from '../../../shared/rules/password.ts';
import { adjacentPages } from '../../../web/form-state/navigation.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { application } from '../../support/form.ts';

const dialog = (title?: string) =>
  renderToStaticMarkup(
    <Dialog isOpen onClose={() => {}} actions={<Button>Close</Button>} {...(title ? { title } : {})}>
      <p>Words</p>
    </Dialog>,
  );

describe('a dialog', () => {
  it("is titled 'Error' by default [DG-15]", () => {
    expect(dialog()).toMatch(/<h2 [^>]*>Error<\/h2>/);
    expect(dialog('Help')).toMatch(/<h2 [^>]*>Help<\/h2>/);
  });
});

describe('the buttons below a form page', () => {
  const [first, second, third] = [page('/about', 'A', []), page('/b', 'B', []), page('/c', 'C', [])];
  it('lead through the pages in the order of the form [RT-40, RT-45]', () => {
    const asWritten = form([first, second, third]);
    expect(adjacentPages(asWritten, first)).toEqual({ previous: undefined, next: second });
    expect(adjacentPages(asWritten, second)).toEqual({ previous: first, next: third });
    expect(adjacentPages(asWritten, third)).toEqual({ previous: second, next: undefined });
    expect(adjacentPages(form([first, third, second]), first).next).toBe(third);
  });
});

it('limits of typed text are the specified ones [CO-02]', () => {
  expect(passwordErrors('Aaaaaaaaa1!')).toEqual(['is at least 12 characters']);
  expect(passwordErrors('Aaaaaaaaaa1!')).toEqual([]);
  expect(['12345', '123456', '1234567'].map(isConfirmationCode)).toEqual([false, true, false]);
  expect(dataModel(application).get('first_name')?.maxLength).toBe(45);
});

it('no question and no call is about a payment [CO-10]', () => {
  const labels = walk(application).questions.map(({ key, question }) => `${key} ${question.label}`);
  const paths = Object.values(routes).flatMap((group) => Object.values(group).map(({ path }) => path));
  expect(labels.length).toBeGreaterThan(100);
  expect([...labels, ...paths].filter((each) => /\b(fee|pay|payment|card|invoice)\b/i.test(each))).toEqual(
    [],
  );
});

it('times and sizes of the product are the specified ones [CO-01, CO-03, TS-03]', () => {
  expect(limits).toMatchObject({
    inactivityMs: 900_000,
    inactivityWarningMs: 60_000,
    conversionPollMs: 2_000,
    pdfPollMs: 1_000,
    pdfPollWhenReadyMs: 600_000,
    toastMs: 5_000,
    errorToastMs: 300_000,
    webStatusRetries: 2,
    uploadBytes: 1_048_576,
    fileNameLength: 32,
  });
});
