import { ask, document, equals, section, select, text, when } from '../../form/index.ts';
import { gpaScales, otherScale } from '../../options/coded.ts';

/** The transcript is optional. It never replaces the official one, which the school sends. */
export const grades = section('Grades', [
  ask({
    hs_gpa: text('Grade Point Average (GPA)', {
      width: 'half',
      hint: 'Copy it from your transcript.',
      inputMode: 'decimal',
    }),
    gpa_scale: select('GPA Scale', gpaScales, { width: 'half' }),
  }),
  when(equals('gpa_scale', otherScale), [
    ask({ gpa_scale_other: text('Other GPA Scale', { width: 'half', inputMode: 'decimal' }) }),
  ]),
  ask({
    transcript_document: document('Unofficial transcript', {
      hint: 'Have a copy? Upload it here. Your school still needs to send the official one. One file, up to 1 MB (PNG, JPEG, PDF, Word).',
    }),
  }),
]);
