import { type Condition, evaluate } from '../../../shared/form/condition.ts';
import { conditionWords } from '../../../shared/form/condition-words.ts';
import type { Form } from '../../../shared/form/form.ts';
import { allOptions, optionLabel } from '../../../shared/form/options.ts';
import type { Question } from '../../../shared/form/question.ts';
import type { VisibilityRule } from '../../../shared/form/visibility.ts';
import { allBlocks, type PlacedQuestion, questionRules, walk } from '../../../shared/form/walk.ts';

type AnswerSpace = 'short' | 'long' | 'date' | 'month' | 'file' | 'boxes';

/** One line of the form on paper, with every branch in words. */
export type BlankLine =
  | { readonly kind: 'section'; readonly title: string; readonly isInner: boolean }
  /** 'Only if ...', before the questions of a branch, or how often a block can be added. */
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'question';
      readonly label: string;
      readonly hint: string;
      readonly isOptional: boolean;
      readonly answer: AnswerSpace;
      /** The choices; empty where the answer is written. */
      readonly options: readonly string[];
    };

export interface BlankPage {
  readonly label: string;
  readonly lines: readonly BlankLine[];
}

/** Lists with more options are named by their length. */
const maxOptions = 24;

const quoted = (text: string) => `\u201c${text}\u201d`;
const nameOf = ({ printLabel, label }: Question): string => printLabel ?? label;

function inWords(form: Form, condition: Condition): string {
  const { key } = condition;
  const question = walk(form).byErrorKey.get(key)?.question;
  const name = quoted(question === undefined ? key : nameOf(question));
  if (question?.kind === 'checkbox')
    return `${name} is ${evaluate(condition, { [key]: true }) ? '' : 'not '}checked`;
  const options = question === undefined ? [] : allOptions(question);
  return conditionWords(condition, name, (target) =>
    typeof target === 'number' ? String(target) : quoted(optionLabel(options, target) ?? String(target)),
  );
}

/** True for 'answered' next to another condition of the same answer, which says more. */
const saysNothing = (rule: VisibilityRule, rules: readonly VisibilityRule[]): boolean =>
  rule.on === 'answer' &&
  rule.condition.operator === 'answered' &&
  rules.some((each) => each !== rule && each.on === 'answer' && each.condition.key === rule.condition.key);

/** Rules in words; '' for questions that everyone is asked. */
function ruleText(form: Form, rules: readonly VisibilityRule[]): string {
  const groups = allBlocks(form).filter((block) => block.type === 'tabs');
  const texts = rules.flatMap((rule) => {
    if (rule.on === 'count' || saysNothing(rule, rules)) return [];
    if (rule.on === 'answer')
      return rule.holds ? inWords(form, rule.condition) : `not if ${inWords(form, rule.condition)}`;
    const tabs = groups.find(({ id }) => id === rule.group)?.branches;
    return `you choose ${quoted(tabs?.find(({ id }) => id === rule.tab)?.label ?? rule.tab)}`;
  });
  return texts.length === 0 ? '' : `Only if ${[...new Set(texts)].join(', and ')}`;
}

/** 'You can add up to 5.' for the first copy of a block that can be repeated. */
function repeatText(form: Form, rules: readonly VisibilityRule[]): string {
  const count = rules.findLast((rule) => rule.on === 'count');
  const repeated = allBlocks(form).filter((each) => each.type === 'addAnother');
  const block = repeated.find(({ id }) => id === count?.id);
  return block === undefined ? '' : `You can add up to ${block.branches.length}.`;
}

const isLaterCopy = ({ rules }: PlacedQuestion): boolean =>
  rules.some((rule) => rule.on === 'count' && rule.number > 1);

function optionsOf(question: Question): readonly string[] {
  if (question.kind === 'checkboxes') return Object.values(question.boxes);
  if (question.kind === 'checkbox') return [question.label];
  return question.kind === 'select' || question.kind === 'radio'
    ? question.options.map(([, label]) => label)
    : [];
}

const writtenAnswers: Readonly<Partial<Record<Question['kind'], AnswerSpace>>> = {
  textarea: 'long',
  document: 'file',
  date: 'date',
  monthYear: 'month',
};

function questionLine(form: Form, { question }: PlacedQuestion): BlankLine {
  const all = optionsOf(question);
  const isLong = all.length > maxOptions;
  const options = isLong ? [] : all;
  const hints = [
    isLong ? `From a list of ${all.length}` : (question.hint ?? ''),
    ruleText(form, questionRules(question)),
  ];
  return {
    kind: 'question',
    label: question.kind === 'checkbox' ? '' : nameOf(question),
    hint: hints.filter((hint) => hint !== '').join('. '),
    isOptional: question.required === undefined && question.requiredWhen === undefined,
    answer: options.length > 0 ? 'boxes' : (writtenAnswers[question.kind] ?? 'short'),
    options,
  };
}

function* linesOf(form: Form, path: string): Generator<BlankLine> {
  let [section, part, rule, repeat] = ['', '', '', ''];
  for (const placed of walk(form).questions) {
    if (placed.page !== path || isLaterCopy(placed)) continue;
    if (placed.section !== section) {
      [section, part, rule, repeat] = [placed.section, '', '', ''];
      yield { kind: 'section', title: section, isInner: false };
    }
    if (placed.part !== part) {
      [part, rule] = [placed.part, ''];
      if (part !== '') yield { kind: 'section', title: part, isInner: true };
    }
    // A select without options for an answer says so itself.
    const branch = placed.rules.slice(0, placed.rules.length - questionRules(placed.question).length);
    const texts = { rule: ruleText(form, branch), repeat: repeatText(form, branch) };
    if (texts.repeat !== '' && texts.repeat !== repeat) yield { kind: 'note', text: texts.repeat };
    if (texts.rule !== '' && texts.rule !== rule) yield { kind: 'note', text: `${texts.rule}:` };
    if (texts.rule === '' && rule !== '') yield { kind: 'note', text: 'All applicants:' };
    [rule, repeat] = [texts.rule, texts.repeat];
    yield questionLine(form, placed);
  }
}

/** The form on paper: every question once, in order, with the first copy of blocks that can be added. */
export const blankPages = (form: Form): readonly BlankPage[] =>
  form.pages.map(({ path, label }) => ({ label, lines: [...linesOf(form, path)] }));
