import { type Answers, answeredMarker, isEmpty } from './answers.ts';
import type { Block } from './block.ts';
import { formatDate, monthName } from './calendar.ts';
import { optionsOf, withStoredOption } from './data-model.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { branchesWithRules, type FormState, isVisible } from './visibility.ts';
import { ownRules } from './walk.ts';

/** One line of the read-only application. The service view, the review page and the PDF draw the same ones. */
export type PrintLine =
  /** A section inside another, as one of several colleges, is `inner`. */
  | { readonly kind: 'section'; readonly title: string; readonly inner?: true | undefined }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'document'; readonly key: string; readonly label: string; readonly text: string }
  | {
      readonly kind: 'answer';
      readonly key: string;
      readonly label: string;
      /** What was answered in words; 'Not answered' otherwise (decision D-82). */
      readonly text: string;
      readonly answered: boolean;
      /** For radios and ticks: every option, drawn as [X] or [ ]. */
      readonly options?: readonly { readonly label: string; readonly chosen: boolean }[] | undefined;
      /** More than two options stand below each other (platform specification, point 1). */
      readonly column: boolean;
    };

export interface PrintedPage {
  readonly path: string;
  readonly label: string;
  readonly lines: readonly PrintLine[];
}

const notAnswered = 'Not answered';

const offered = (key: string, question: Question, answers: Answers) =>
  withStoredOption(optionsOf(question, answers), answers[key] ?? '', String(answers[`${key}_desc`] ?? ''));

function optionsPrinted(key: string, question: Question, answers: Answers) {
  if (question.kind === 'checkbox') return [{ label: question.label, chosen: answers[key] === true }];
  if (question.kind === 'checkboxes')
    return Object.entries(question.boxes).map(([name, label]) => ({
      label: String(label),
      chosen: answers[`${key}_${name}`] === true,
    }));
  if (question.kind !== 'radio') return undefined;
  return offered(key, question, answers).map(([value, label]) => ({ label, chosen: answers[key] === value }));
}

/** 'May 2027'; half a pair is no answer, and one completed elsewhere says only that it was. */
function monthAndYear(key: string, answers: Answers): string {
  const month = String(answers[`${key}_month`] ?? '');
  const year = String(answers[`${key}_year`] ?? '');
  if (month === answeredMarker) return year || 'Answered';
  return month === '' || year === '' ? '' : `${monthName(month)} ${year}`;
}

/** The words of an answer; '' when there is none. A code that is no option any more keeps its words (decision D-77). */
function words(key: string, question: Question, answers: Answers): string {
  if (question.kind === 'monthYear') return monthAndYear(key, answers);
  if (question.kind === 'checkboxes')
    return Object.entries(question.boxes)
      .filter(([name]) => answers[`${key}_${name}`] === true)
      .map(([, label]) => label)
      .join(', ');
  const value = answers[key];
  if (isEmpty(value)) return '';
  if (question.kind === 'checkbox') return 'Yes';
  if (question.kind === 'date') return formatDate(String(value));
  if (!isChoice(question)) return String(value);
  return offered(key, question, answers).find(([option]) => option === value)?.[1] ?? '';
}

function line(key: string, question: Question, answers: Answers): PrintLine {
  const label = question.printLabel ?? question.label;
  if (question.kind === 'document') {
    const attached = !isEmpty(answers[key]);
    return { kind: 'document', key, label, text: attached ? `Document attached for ${label}` : notAnswered };
  }
  const text = words(key, question, answers);
  const options = optionsPrinted(key, question, answers);
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

function* lines(blocks: readonly Block[], state: FormState, isInner = false): Generator<PrintLine> {
  for (const block of blocks) {
    if (block.type === 'section')
      yield { kind: 'section', title: block.title, ...(isInner ? { inner: true } : {}) };
    if (block.type === 'notice') yield { kind: 'notice', text: block.text };
    if (block.type === 'trigger') yield line(block.key, block.question, state.answers);
    if (block.type === 'ask')
      for (const [key, question] of Object.entries(block.questions))
        if (isVisible(ownRules(question), state)) yield line(key, question, state.answers);
    for (const branch of branchesWithRules(block))
      if (isVisible(branch.rules, state)) yield* lines(branch.blocks, state, true);
  }
}

/** The application as it reads on paper, in form order, with the questions that show. */
export const printLines = (form: Form, state: FormState): readonly PrintedPage[] =>
  form.pages.map(({ path, label, sections }) => ({ path, label, lines: [...lines(sections, state)] }));
