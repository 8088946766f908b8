import { type Answers, answeredMarker, isEmpty } from './answers.ts';
import type { Block } from './block.ts';
import { formatDate, monthName, parseTypedParts, typedPartsKey } from './dates.ts';
import type { Form } from './form.ts';
import { optionsOf, withStoredOption } from './options.ts';
import { isChoice, type Question } from './question.ts';
import { type FormState, isVisible } from './visibility.ts';
import { questionRules, questionsOf } from './walk.ts';

interface PrintedAnswer {
  readonly key: string;
  readonly label: string;
  /** The answer as text, or 'Not answered'. */
  readonly text: string;
  /** For a document: true if a file is attached. */
  readonly answered: boolean;
}

/**
 * One line of the read-only application. The service view, the review page and the PDF all draw these lines.
 */
export type PrintLine =
  /** `inner` marks a section inside another, such as one of several colleges. */
  | { readonly kind: 'section'; readonly title: string; readonly inner?: true | undefined }
  | { readonly kind: 'notice'; readonly text: string }
  | (PrintedAnswer & { readonly kind: 'document' })
  | (PrintedAnswer & {
      readonly kind: 'answer';
      /** For radios and checkboxes: every option, drawn as [X] or [ ]. */
      readonly options?: readonly { readonly label: string; readonly chosen: boolean }[] | undefined;
      /** True for more than two options, which are drawn below each other. */
      readonly column: boolean;
    });

export interface PrintedPage {
  readonly path: string;
  readonly label: string;
  readonly lines: readonly PrintLine[];
}

/** A section title with the lines below it. */
export interface PrintedSection {
  readonly title: string;
  /** True if it is part of the previous section, such as one of several colleges. */
  readonly isInner: boolean;
  readonly lines: readonly PrintLine[];
}

/** Groups lines under the section title before them. */
export function printedSections(lines: readonly PrintLine[]): readonly PrintedSection[] {
  const sections: { title: string; isInner: boolean; lines: PrintLine[] }[] = [];
  for (const line of lines) {
    if (line.kind === 'section')
      sections.push({ title: line.title, isInner: line.inner === true, lines: [] });
    else {
      if (sections.length === 0) sections.push({ title: '', isInner: false, lines: [] });
      sections.at(-1)?.lines.push(line);
    }
  }
  return sections;
}

const notAnswered = 'Not answered';

const offeredOptions = (key: string, question: Question, answers: Answers) =>
  withStoredOption(optionsOf(question, answers), answers[key] ?? '', String(answers[`${key}_desc`] ?? ''));

function printedOptions(key: string, question: Question, answers: Answers) {
  if (question.kind === 'checkbox') return [{ label: question.label, chosen: answers[key] === true }];
  if (question.kind === 'checkboxes')
    return Object.entries(question.boxes).map(([name, label]) => ({
      label: String(label),
      chosen: answers[`${key}_${name}`] === true,
    }));
  if (question.kind !== 'radio') return undefined;
  return offeredOptions(key, question, answers).map(([value, label]) => ({
    label,
    chosen: answers[key] === value,
  }));
}

/** Parts of a date as the applicant typed them. Readers must not mistake an incomplete date for no answer. */
const incomplete = (parts: readonly string[]): string =>
  parts.every((part) => part === '') ? '' : `Incomplete: ${parts.map((part) => part || '-').join(' / ')}`;

const twoDigits = (part: string) => (part === '' ? '' : part.padStart(2, '0'));

function incompleteDate(key: string, answers: Answers): string {
  const { month, day, year } = parseTypedParts(String(answers[typedPartsKey(key)] ?? ''));
  return incomplete([twoDigits(month), twoDigits(day), year]);
}

/** 'May 2027'. The marker alone is 'Answered'. */
function monthAndYear(key: string, answers: Answers): string {
  const month = String(answers[`${key}_month`] ?? '');
  const year = String(answers[`${key}_year`] ?? '');
  if (month === answeredMarker) return year || 'Answered';
  return month === '' || year === '' ? incomplete([monthName(month), year]) : `${monthName(month)} ${year}`;
}

/** The answer as text, '' when there is none. A code that is no longer offered keeps its stored label. */
function answerText(key: string, question: Question, answers: Answers): string {
  if (question.kind === 'monthYear') return monthAndYear(key, answers);
  if (question.kind === 'checkboxes')
    return Object.entries(question.boxes)
      .filter(([name]) => answers[`${key}_${name}`] === true)
      .map(([, label]) => label)
      .join(', ');
  const value = answers[key];
  if (isEmpty(value)) return question.kind === 'date' ? incompleteDate(key, answers) : '';
  if (question.kind === 'checkbox') return 'Yes';
  if (question.kind === 'date') return formatDate(String(value));
  if (!isChoice(question)) return String(value);
  return offeredOptions(key, question, answers).find(([option]) => option === value)?.[1] ?? '';
}

function printLine(key: string, question: Question, answers: Answers): PrintLine {
  const label = question.printLabel ?? question.label;
  if (question.kind === 'document') {
    const attached = !isEmpty(answers[key]);
    const text = attached ? `Document attached for ${label}` : notAnswered;
    return { kind: 'document', key, label, text, answered: attached };
  }
  const text = answerText(key, question, answers);
  const options = printedOptions(key, question, answers);
  return {
    kind: 'answer',
    key,
    label,
    text: text || notAnswered,
    answered: text !== '',
    options,
    column: (options?.length ?? 0) > 2,
  };
}

function* linesOf(blocks: readonly Block[], state: FormState, isInner = false): Generator<PrintLine> {
  for (const block of blocks) {
    if (block.type === 'section')
      yield { kind: 'section', title: block.title, ...(isInner ? { inner: true } : {}) };
    if (block.type === 'notice') yield { kind: 'notice', text: block.text };
    for (const [key, question] of questionsOf(block))
      if (isVisible(questionRules(question), state)) yield printLine(key, question, state.answers);
    for (const branch of block.branches)
      if (isVisible(branch.rules, state)) yield* linesOf(branch.blocks, state, true);
  }
}

/** The application for reading, in form order, with its visible questions. */
export const printLines = (form: Form, state: FormState): readonly PrintedPage[] =>
  form.pages.map(({ path, label, sections }) => ({ path, label, lines: [...linesOf(sections, state)] }));
