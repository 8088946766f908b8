import { ask, document, equals, section, select, text, when } from '../../form/index.ts';
import { gpaScales, otherScale } from '../../options/coded.ts';

/** The transcript is optional. It never replaces the official one, which the school sends. */
export const grades = section('Grades', [
  ask({
    hs_gpa: text('Grade Point Average (GPA)', { width: 'half', hint: 'As your transcript shows it.' }),
    gpa_scale: select('GPA Scale', gpaScales, { width: 'half' }),
  }),
  when(equals('gpa_scale', otherScale), [
    ask({ gpa_scale_other: text('Other GPA Scale', { width: 'half' }) }),
  ]),
  ask({
    transcript_document: document('Unofficial transcript', {
      hint: 'If you have a copy, add it here. Your school still sends the official one. One file of at most 1 MB: .png, .jpeg, .jpg, .pdf or .docx.',
    }),
  }),
]);
