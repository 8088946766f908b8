import { posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** A sentence of the product in its source. Values that the code puts in are names in braces. */
export interface SourceSentence {
  readonly line: number;
  /** Offset in UTF-16 code units. */
  readonly start: number;
  readonly text: string;
}

type Found = Omit<SourceSentence, 'line'>;

/** Attributes whose text is not shown to users. */
const codeAttributes = new Set(
  'aria-controls aria-describedby aria-labelledby as autoComplete className d data-look data-size data-state describedBy htmlFor href id inputMode key look method name rel role size src to type viewBox'.split(
    ' ',
  ),
);
/** Functions and classes whose arguments only programs, developers and operators read. */
const codeCalls = new Set(
  'addEventListener closest Error getItem InvalidConfigurationError log matches matchMedia querySelector querySelectorAll RangeError RegExp setAttribute split startsWith TypeError'.split(
    ' ',
  ),
);
/** Elements within a sentence. The text of any other element stands by itself. */
const inlineElements = new Set('a b button code em Link span strong'.split(' '));

const nameOf = (node: ESTree.Node): string => {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  if (node.type === 'MemberExpression' || node.type === 'JSXMemberExpression') return nameOf(node.property);
  if (node.type === 'JSXNamespacedName') return `${nameOf(node.namespace)}:${nameOf(node.name)}`;
  if (node.type === 'CallExpression') return nameOf(node.callee);
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  return '...';
};

const templateText = ({ quasis, expressions }: ESTree.TemplateLiteral): string =>
  quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      return `${value.cooked ?? value.raw}${expression === undefined ? '' : `{${nameOf(expression)}}`}`;
    })
    .join('');

/** JSX drops line breaks and the spaces around them. */
const jsxText = (raw: string): string =>
  raw
    .split('\n')
    .map((line, index, lines) => {
      const start = index === 0 ? line : line.trimStart();
      return index === lines.length - 1 ? start : start.trimEnd();
    })
    .filter((line) => line !== '')
    .join(' ');

type Container = ESTree.JSXElement | ESTree.JSXFragment;

/** True if a child is text. In an element without direct text, each child is a separate sentence. */
const hasWords = (child: ESTree.JSXChild): boolean => child.type === 'JSXText' && child.value.trim() !== '';

const isInline = (node: ESTree.Node): node is ESTree.JSXElement =>
  node.type === 'JSXElement' && inlineElements.has(nameOf(node.openingElement.name));

/** Words without the names in braces. */
const wordsOf = (text: string): readonly string[] =>
  text.replaceAll(/\{[^}]*\}/g, '').match(/[\p{L}][\p{L}'’-]*/gu) ?? [];

/** Expressions of the table, headers, selectors, media queries and markup. */
const isCode = (text: string): boolean =>
  /[ (]:\w|#\w|<\/?\w|\b(SET|REMOVE|ADD) |attribute_|^[.&]|^\(min-|\w=\S*;|max-age|^M\{/.test(text);

/** Two words or more. Next to values that the code inserts, one capitalized word is enough. */
const isPhrase = (text: string): boolean => {
  const words = wordsOf(text);
  const isShort = words.length === 1 && text.includes('{') && /^\p{Lu}/u.test(words[0] ?? '');
  return /\S\s+\S/.test(text) && (words.length > 1 || isShort) && !isCode(text);
};
const isLabel = (text: string): boolean => /^\p{Lu}\p{Ll}+(\.\.\.)?$/u.test(text);

const lineAt = (source: string, start: number): number => source.slice(0, start).split('\n').length;

/** Finds the sentences of one syntax tree. */
class SentenceFinder {
  readonly #elements: Found[] = [];
  readonly #literals: Found[] = [];
  /** Ranges of the source that are code, or that belong to a sentence found already. */
  readonly #used: (readonly [start: number, end: number])[] = [];
  readonly #withLabels: boolean;

  constructor(withLabels: boolean) {
    this.#withLabels = withLabels;
  }

  #use = ({ start, end }: ESTree.Span): void => {
    this.#used.push([start, end]);
  };

  #isUsed = (start: number): boolean => this.#used.some(([from, to]) => start >= from && start < to);

  #literal = (start: number, text: string): void => {
    if (isPhrase(text) || (this.#withLabels && isLabel(text))) this.#literals.push({ start, text });
  };

  /** The children of an element as one sentence, with the text of inline elements. */
  #childText = (container: Container): string =>
    container.children
      .map((child): string => {
        if (child.type === 'JSXText') return jsxText(child.value);
        if (isInline(child)) {
          this.#use({ start: child.start, end: child.start + 1 });
          return this.#childText(child);
        }
        if (child.type !== 'JSXExpressionContainer') return '';
        const { expression } = child;
        if (expression.type === 'JSXEmptyExpression') return '';
        if (expression.type === 'Literal' && typeof expression.value === 'string') {
          this.#use(expression);
          return expression.value;
        }
        if (expression.type === 'TemplateLiteral') {
          this.#use({ start: expression.start, end: expression.start + 1 });
          return templateText(expression);
        }
        return `{${nameOf(expression)}}`;
      })
      .join('');

  #container = (node: Container): void => {
    if (this.#isUsed(node.start) || !node.children.some(hasWords)) return;
    const text = this.#childText(node).replaceAll(/\s+/g, ' ').trim();
    const first = node.children.find((child) => child.type !== 'JSXText' || hasWords(child)) ?? node;
    const blank = first.type === 'JSXText' ? first.value.length - first.value.trimStart().length : 0;
    if (wordsOf(text).length > 0) this.#elements.push({ start: first.start + blank, text });
  };

  readonly visitor = new Visitor({
    ImportDeclaration: this.#use,
    ExportAllDeclaration: this.#use,
    ImportExpression: this.#use,
    TSLiteralType: this.#use,
    TSTemplateLiteralType: this.#use,
    TaggedTemplateExpression: this.#use,
    BinaryExpression: ({ operator, left, right }) => {
      if (operator === '+') return;
      if (left.type === 'Literal') this.#use(left);
      if (right.type === 'Literal') this.#use(right);
    },
    SwitchCase: ({ test }) => test && this.#use(test),
    MemberExpression: ({ computed, property }) => computed && this.#use(property),
    Property: ({ key, computed }) => {
      if (!computed) this.#use(key);
    },
    CallExpression: (node) => {
      if (codeCalls.has(nameOf(node.callee))) this.#use(node);
    },
    NewExpression: (node) => {
      if (codeCalls.has(nameOf(node.callee))) this.#use(node);
    },
    JSXAttribute: (node) => {
      if (codeAttributes.has(nameOf(node.name))) this.#use(node);
    },
    JSXElement: this.#container,
    JSXFragment: this.#container,
    Literal: ({ start, value }) => {
      if (typeof value === 'string') this.#literal(start, value);
    },
    TemplateLiteral: (node) => this.#literal(node.start, templateText(node)),
  });

  sentences(source: string): readonly SourceSentence[] {
    const literals = this.#literals.filter(({ start }) => !this.#isUsed(start));
    return [...this.#elements, ...literals]
      .toSorted((one, other) => one.start - other.start)
      .map((found) => ({ ...found, line: lineAt(source, found.start) }));
  }
}

/**
 * The sentences in a source file, from top to bottom: texts of elements, and other texts of at least two
 * words. `withLabels` adds texts of one capitalized word.
 */
export function sentencesIn(name: string, source: string, withLabels: boolean): readonly SourceSentence[] {
  const finder = new SentenceFinder(withLabels);
  finder.visitor.visit(parse(name, source));
  return finder.sentences(source);
}

function parse(name: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(name, source);
  if (errors[0] !== undefined) throw new Error(`${name}: ${errors[0].message}`);
  return program;
}

/** The files of the project that a file imports. */
export function importsOf(name: string, source: string): readonly string[] {
  const found: string[] = [];
  const add = (value: string | undefined) => {
    if (value?.startsWith('.')) found.push(posix.join(posix.dirname(name), value));
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value),
    ExportNamedDeclaration: (node) => add(node.source?.value),
    ExportAllDeclaration: (node) => add(node.source.value),
  }).visit(parse(name, source));
  return found;
}

/** A text in a source file: its parts, between which the code puts values. */
interface SourceText extends Omit<SourceSentence, 'text'> {
  readonly parts: readonly string[];
}

/** Every text in a source file, including texts that are not shown to users. */
export function textsIn(name: string, source: string): readonly SourceText[] {
  const found: SourceText[] = [];
  const add = ({ start }: ESTree.Span, parts: readonly string[]) =>
    found.push({ start, line: lineAt(source, start), parts });
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && add(node, [node.value]),
    TemplateLiteral: (node) =>
      add(
        node,
        node.quasis.map(({ value }) => value.cooked ?? value.raw),
      ),
  }).visit(parse(name, source));
  return found;
}
