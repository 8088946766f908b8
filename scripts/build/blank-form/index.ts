import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { university } from '../../../shared/partners/index.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { root } from '../root.ts';
import { blankFormPdf } from './draw.ts';
import { blankPages } from './lines.ts';

/** Draws the form without answers into dist/pages, next to the pages. */
export async function drawBlankForm(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const pdf = await blankFormPdf({
    title: `${university.applicationTitle}: all questions`,
    partner: university.name,
    intro: 'For preparing, or to see what you will be asked. Applications are only accepted online.',
    pages: blankPages(applicationOf(university, today)),
    // Builds of one day are the same to the byte.
    madeAt: new Date(`${today}T00:00:00Z`),
  });
  await writeFile(join(root, 'dist/pages/blank.pdf'), pdf);
}
