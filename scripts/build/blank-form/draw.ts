import type { Part } from '../../../lambdas/pdf/accessible-document.ts';
import { accessibleDocument, drawParts } from '../../../lambdas/pdf/accessible-document.ts';
import { drawEdges, pageNumber } from '../../../lambdas/pdf/edges.ts';
import { inRows, spannedBox, styles } from '../../../lambdas/pdf/line-boxes.ts';
import { columns, type SpannedBox, widthOfSpan } from '../../../lambdas/pdf/page-writer.ts';
import { pdfBytes } from '../../../lambdas/pdf/pdfkit.ts';
import type { Style, StyledText, Typesetter } from '../../../lambdas/pdf/typesetter.ts';
import type { BlankLine, BlankPage } from './lines.ts';

interface BlankForm {
  readonly title: string;
  readonly partner: string;
  /** Sentences below the title. */
  readonly intro: string;
  readonly pages: readonly BlankPage[];
  readonly madeAt: Date;
}

type Question = Extract<BlankLine, { kind: 'question' }>;

const hint: Style = { size: 7.25, color: '#4a4a4a' };
const note: Style = { size: 8.5, face: 'bold', color: '#102a43', above: 7 };
const boxes: Style = { size: 8.5, above: 1 };
/** Lines of a long answer. */
const longLines = 3;
const nothing = '\u00a0';
const between = '\u00a0\u00a0 ';

/** Columns that a written answer spans. */
const spans: Readonly<Record<Exclude<Question['answer'], 'boxes'>, number>> = {
  short: 2,
  date: 2,
  month: 2,
  file: columns,
  long: columns,
};

const ruled = (span: number): StyledText => ({
  text: nothing,
  style: { size: 9, above: 7, rule: widthOfSpan(span) },
});

function writtenBox(question: Question, span: number, texts: readonly StyledText[], { layOut }: Typesetter) {
  const { answer } = question;
  const below: Readonly<Record<string, readonly StyledText[]>> = {
    file: [{ text: 'A file that you upload.', style: boxes }],
    long: Array.from({ length: longLines }, () => ruled(span)),
  };
  return { box: layOut([...texts, ...(below[answer] ?? [ruled(span)])], widthOfSpan(span)), span };
}

function questionBox(question: Question, typesetter: Typesetter): SpannedBox {
  const { label, isOptional, answer, options } = question;
  const formats = { date: 'Month, day, year', month: 'Month, year' } as const;
  const hints = [question.hint, formats[answer as keyof typeof formats] ?? ''].filter((text) => text !== '');
  const title = label + (isOptional && label !== '' ? ' (optional)' : '');
  const hintTexts = hints.map((text) => ({ text, style: hint }));
  const all = options.map((option) => `[${nothing}]${nothing}${option.replaceAll(' ', nothing)}`);
  const choices = all.join(between);
  // A checkbox is its own label.
  if (title === '') {
    const texts = [{ text: choices, style: { ...boxes, above: 6 } }, ...hintTexts];
    return { box: typesetter.layOut(texts, widthOfSpan(columns)), span: columns };
  }
  const texts = [{ text: title, style: styles.label }, ...hintTexts];
  return answer === 'boxes'
    ? spannedBox([...texts, { text: choices, style: boxes }], typesetter)
    : writtenBox(question, spans[answer], texts, typesetter);
}

const lineBox = (line: Exclude<BlankLine, { kind: 'section' }>, typesetter: Typesetter): SpannedBox =>
  line.kind === 'question'
    ? questionBox(line, typesetter)
    : {
        box: typesetter.layOut([{ text: line.text, style: note }], widthOfSpan(columns)),
        span: columns,
        leads: true,
      };

/** Headings with the questions below each. */
function partsOf({ title, intro, pages }: BlankForm, typesetter: Typesetter): readonly Part[] {
  const headed = (tag: Part['tag'], text: string, style: Style, rows: Part['rows'] = []): Part => ({
    ...{ tag, title: text, rows },
    box: typesetter.layOut([{ text, style }], widthOfSpan(columns)),
  });
  const introBox = typesetter.layOut([{ text: intro, style: styles.notice }], widthOfSpan(columns));
  const parts: Part[] = [headed('H1', title, styles.title, [[{ box: introBox, span: columns }]])];
  for (const { label, lines } of pages) {
    parts.push(headed('H2', label, styles.page));
    for (const [start, line] of lines.entries()) {
      if (line.kind !== 'section') continue;
      const end = lines.findIndex((each, place) => place > start && each.kind === 'section');
      const inside = lines.slice(start + 1, end === -1 ? undefined : end);
      const all = inside.flatMap((each) => (each.kind === 'section' ? [] : [lineBox(each, typesetter)]));
      parts.push(
        line.isInner
          ? headed('H4', line.title, styles.part, inRows(all))
          : headed('H3', line.title, styles.section, inRows(all)),
      );
    }
  }
  return parts;
}

/** Draws the form without answers, to read and to prepare on paper, tagged for screen readers. */
export function blankFormPdf(form: BlankForm): Promise<Buffer> {
  const { title, partner, madeAt } = form;
  const document = accessibleDocument({
    Title: title,
    Author: partner,
    Subject: 'The questions of the application, without answers',
    CreationDate: madeAt,
  });
  const { writer } = drawParts(document, (typesetter) => partsOf(form, typesetter));
  drawEdges(document, writer, { top: [partner, ''], bottom: [title, pageNumber] });
  return pdfBytes(document);
}
