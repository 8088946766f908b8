import { readPdf } from '../support/pdf-reading.ts';
import { saveAnswers } from './support/answers.ts';
import { button, comeBack, makePdfCopy } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { expect, test } from './support/test.ts';

test('each press of the button makes a copy of the answers as they are now, or says why there is none, and an expired link is replaced when it is opened [PD-05, ER-05]', async ({
  page,
  injectFault,
}) => {
  await page.clock.install();
  await comeBack(page, { path: '/final-steps' });
  const copy = page.getByRole('region', { name: 'PDF copy' });
  const expectCopy = async (first_name: string) => {
    const { text } = await readPdf(await makePdfCopy(page));
    expect(text).toContain(first_name);
    await expect(copy.getByRole('link', { name: 'Open PDF' })).toBeFocused();
    await expect(copy.getByText(/Answer a question first|Making your copy/)).toHaveCount(0);
  };
  await page.mouse.move(30, 30);
  await test.step('an applicant without answers reads that there is nothing to copy yet', async () => {
    await button(page, 'Make a PDF copy').click();
    await expect(copy.getByText('Answer a question first, then you can make a copy.')).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
  });
  await test.step('a press makes a copy, and a changed answer needs another one', async () => {
    await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada' } });
    await expectCopy('Ada');
    await page.getByRole('checkbox').first().check();
    await expect(button(page, 'Make a PDF copy')).toBeVisible();
  });
  await test.step('the PDF cannot be written, and the next one is made', async () => {
    await saveAnswers(page, '/api/answer', { answer: { first_name: 'Eve' } });
    await page.reload();
    const endFault = injectFault(faults.writingPdfs);
    await button(page, 'Make a PDF copy').click();
    await expect(
      page.getByText('Error downloading PDF copy of your application.', { exact: true }).first(),
    ).toBeVisible();
    endFault();
    await page.locator('.toasts').getByRole('button', { name: 'Close' }).first().click();
    await saveAnswers(page, '/api/answer', { answer: { first_name: 'Grace' } });
    await expectCopy('Grace');
  });
  await test.step('an expired link is replaced when it is opened', async () => {
    const calls = callsOf(page);
    await page.clock.fastForward(121_000);
    expect(calls).toEqual([]);
    const link = copy.getByRole('link', { name: 'Open PDF in a new tab' });
    await link.click();
    await expect.poll(() => pathsOf(calls)).toContain('GET /api/pdf');
    // The clock of the server has not moved, so its new link may be the same.
    const file = await page.request.get(String(await link.getAttribute('href')));
    expect(file.headers()['content-disposition']).toBe('inline; filename="NLU-application.pdf"');
  });
});
