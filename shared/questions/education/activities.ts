import { addAnother, ask, askUnder, document, section, select, tabs, text } from '../../form/index.ts';
import { activityCategories } from '../../options/coded.ts';
import type { Partner } from '../../partners/partner.ts';

const list = ({ limits }: Partner) =>
  addAnother(
    'activity',
    'activity',
    4,
    (prefix, number) => [
      section(`Activity ${number}`, [
        askUnder(prefix, {
          name: text('Activity', { width: 'half' }),
          category: select('Category', activityCategories, { width: 'half' }),
          position: text('Position', { width: 'half' }),
          award: text('Award', { width: 'half' }),
        }),
      ]),
    ],
    limits.activities,
  );

const resume = ask({
  activities_document: document('Résumé of activities', {
    hint: 'One file, up to 1 MB (PNG, JPEG, PDF, Word).',
  }),
});

/**
 * Applicants list their activities or upload a résumé. Choosing a tab clears the answers of the other one.
 */
export const activities = (partner: Partner) =>
  section('Activities', [
    tabs('activities_tab', 'Activities', [
      { id: 'list', label: 'List my activities', blocks: [list(partner)] },
      { id: 'upload', label: 'Upload a résumé', blocks: [resume] },
    ]),
  ]);

export const honors = ({ limits }: Partner) =>
  section('Honors', [
    addAnother(
      'honor',
      'honors',
      4,
      (honor, number) => [askUnder(honor, { name: text(`Honor ${number}`) })],
      limits.honors,
    ),
  ]);
