import { allBlocks, type Block, type Form, type Question } from '../../../shared/form/index.ts';

/** A text of the form's definition, and its role. */
export interface FormText {
  readonly role: string;
  readonly text: string;
}

/** Shorter options ('Full year') are names, not sentences. */
const wordsOfAName = 3;
/** Longer lists (countries) are names of a standard. */
const longestList = 30;

const isSentence = (label: string): boolean => label.trim().split(/\s+/).length > wordsOfAName;

const rolesOf = (texts: Readonly<Record<string, string | undefined>>): readonly FormText[] =>
  Object.entries(texts).flatMap(([role, text]) => (text === undefined ? [] : [{ role, text }]));

function optionLabels(question: Question): readonly string[] {
  if (question.kind === 'checkboxes') return Object.values(question.boxes);
  return 'options' in question ? question.options.map(([, label]) => label) : [];
}

const sentencesOf = (labels: readonly string[]): readonly string[] =>
  labels.length > longestList ? [] : labels.filter(isSentence);

const textsOfQuestion = (question: Question): readonly FormText[] => [
  ...rolesOf({
    label: question.label,
    'message when missing': question.required,
    'label in print': question.printLabel,
    hint: question.hint,
    'hint on the format': question.formatHint,
  }),
  ...(question.requiredWhen ?? []).map(({ message }) => ({ role: 'message when missing', text: message })),
  ...('pattern' in question ? rolesOf({ 'message when invalid': question.pattern?.message }) : []),
  ...sentencesOf(optionLabels(question)).map((text) => ({ role: 'option', text })),
];

function textsOfBlock(block: Block): readonly FormText[] {
  switch (block.type) {
    case 'section':
      return rolesOf({ heading: block.title, introduction: block.intro });
    case 'fold':
      return rolesOf({ heading: block.title });
    case 'notice':
      return rolesOf({ notice: block.text, link: block.link?.label });
    case 'tabs':
      return [
        ...rolesOf({ heading: block.label }),
        ...block.tabs.map(({ label }) => ({ role: 'tab', text: label })),
      ];
    case 'addAnother':
      return rolesOf({ 'name of a block': block.label });
    case 'trigger':
      return textsOfQuestion(block.question);
    case 'ask':
      return Object.values(block.questions).flatMap(textsOfQuestion);
    default:
      return [];
  }
}

/** The texts of each page of a form, in reading order. */
export const formTexts = (
  form: Form,
): readonly { readonly page: string; readonly texts: readonly FormText[] }[] =>
  form.pages.map((page) => ({
    page: page.label,
    texts: [{ role: 'page', text: page.label }, ...allBlocks({ pages: [page] }).flatMap(textsOfBlock)],
  }));
