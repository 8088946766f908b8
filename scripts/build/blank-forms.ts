import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawBlankForm } from '../../lambdas/pdf/draw-blank-form.ts';
import { blankPages } from '../../shared/form/blank-form.ts';
import { partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { root } from './root.ts';

/** Draws the form without answers of every partner into dist/pages/<partner>, next to its pages. */
export async function drawBlankForms(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  for (const id of partnerIds) {
    const partner = partnerOf(id);
    const pdf = await drawBlankForm({
      title: `${partner.applicationTitle}: all questions`,
      partner: partner.name,
      intro: 'For preparing, or to see what you will be asked. Applications are only accepted online.',
      pages: blankPages(applicationOf(partner, today)),
      // Builds of one day are the same to the byte.
      madeAt: new Date(`${today}T00:00:00Z`),
    });
    await writeFile(join(root, 'dist/pages', id, 'blank.pdf'), pdf);
  }
}
