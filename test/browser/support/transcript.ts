import { pdf } from '../../support/samples.ts';
import { savedAnswers } from './answers.ts';
import { expect, type Page } from './test.ts';

// The upload of the transcript, which stands for the uploads of all documents.

export const conversion = '/api/pdf/document-answer/transcript_document';
export const transcript = (page: Page) => page.locator('#transcript_document');
export const state = (page: Page) => transcript(page).locator('.file-state');
export const chooser = (page: Page) => transcript(page).getByRole('button', { name: /^Choose file/ });

/** The status of the conversion on the server. */
export const statusOf = async (page: Page) => (await (await page.request.get(conversion)).json()).status;
/** The documents that the server has. */
export const stored = async (page: Page) => (await page.request.get('/api/document-answer')).json();
export const answerOf = async (page: Page) => (await savedAnswers(page)).transcript_document ?? '';

/** Chooses a file; a small PDF unless there are other bytes. */
export async function choose(page: Page, name = 'grades.pdf', bytes?: Buffer): Promise<void> {
  const buffer = bytes ?? Buffer.from(await pdf());
  await transcript(page).locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
}

/** Uploads a file and returns when it is converted and can be deleted. */
export async function attach(page: Page, name?: string): Promise<void> {
  await choose(page, name);
  await expect(state(page)).toHaveText('Uploaded.');
  await expect.poll(() => answerOf(page)).toBe('ANSWERED');
}
