import { isNode, type SyntaxNode } from './syntax.ts';

/**
 * A change of one node. If `becomes` is undefined, the statement is removed; otherwise it replaces the
 * expression's text.
 */
export interface Change {
  readonly kind: string;
  readonly node: SyntaxNode;
  readonly becomes: string | undefined;
}

interface Place {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | undefined;
  /** The source text of a node. */
  readonly textOf: (node: SyntaxNode) => string;
  /** The source text between two positions. */
  readonly between: (start: number, end: number) => string;
}

type Mutator = (place: Place) => readonly Change[];

const child = (node: SyntaxNode, member: string): SyntaxNode | undefined => {
  const value = node[member];
  return isNode(value) ? value : undefined;
};

const operators: Readonly<Record<string, { readonly kind: string; readonly become: readonly string[] }>> = {
  '&&': { kind: 'logical operator', become: ['||'] },
  '||': { kind: 'logical operator', become: ['&&'] },
  '??': { kind: 'logical operator', become: ['&&'] },
  '===': { kind: 'comparison', become: ['!=='] },
  '!==': { kind: 'comparison', become: ['==='] },
  '<': { kind: 'boundary', become: ['<=', '>='] },
  '<=': { kind: 'boundary', become: ['<', '>'] },
  '>': { kind: 'boundary', become: ['>=', '<='] },
  '>=': { kind: 'boundary', become: ['>', '<'] },
  '+': { kind: 'arithmetic', become: ['-'] },
  '-': { kind: 'arithmetic', become: ['+'] },
  '*': { kind: 'arithmetic', become: ['/'] },
  '/': { kind: 'arithmetic', become: ['*'] },
  '%': { kind: 'arithmetic', become: ['*'] },
  '+=': { kind: 'arithmetic', become: ['-='] },
  '-=': { kind: 'arithmetic', become: ['+='] },
};

const operatorNodes = ['LogicalExpression', 'BinaryExpression', 'AssignmentExpression'];

const isText = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

/** Replaces an operator. Concatenation of texts is skipped, because texts cannot be subtracted. */
const operator: Mutator = ({ node, textOf, between }) => {
  if (!operatorNodes.includes(node.type)) return [];
  const [left, right, sign] = [child(node, 'left'), child(node, 'right'), String(node.operator)];
  const found = operators[sign];
  if (found === undefined || left === undefined || right === undefined) return [];
  if (sign === '+' && (isText(left) || isText(right))) return [];
  const middle = between(left.end, right.start);
  return found.become.map((other) => ({
    ...{ kind: found.kind, node },
    becomes: `${textOf(left)}${middle.replace(sign, other)}${textOf(right)}`,
  }));
};

const loops = ['WhileStatement', 'DoWhileStatement', 'ForStatement'];

/**
 * Makes a condition always true or always false. A loop is never made endless, because that proves nothing.
 */
const condition: Mutator = ({ node, parent }) => {
  if (parent?.test !== node || parent.type === 'SwitchCase') return [];
  const values = loops.includes(parent.type) ? ['false'] : ['true', 'false'];
  return values.map((becomes) => ({ kind: 'condition', node, becomes }));
};

const negation: Mutator = ({ node, textOf }) => {
  const argument = child(node, 'argument');
  if (node.type !== 'UnaryExpression' || node.operator !== '!' || argument === undefined) return [];
  return [{ kind: 'negation', node, becomes: textOf(argument) }];
};

const counting: Mutator = ({ node, textOf }) => {
  const argument = child(node, 'argument');
  if (node.type !== 'UpdateExpression' || argument === undefined) return [];
  const other = node.operator === '++' ? '--' : '++';
  return [
    {
      kind: 'arithmetic',
      node,
      becomes: node.prefix ? `${other}${textOf(argument)}` : `${textOf(argument)}${other}`,
    },
  ];
};

const literal: Mutator = ({ node, textOf }) => {
  if (node.type === 'TemplateLiteral') return [{ kind: 'text', node, becomes: '``' }];
  if (node.type === 'ArrayExpression')
    return [{ kind: 'array', node, becomes: /^\[\s*\]$/.test(textOf(node)) ? "['mutant']" : '[]' }];
  if (node.type !== 'Literal') return [];
  if (typeof node.value === 'boolean') return [{ kind: 'boolean', node, becomes: String(!node.value) }];
  if (typeof node.value !== 'string') return [];
  return [{ kind: 'text', node, becomes: node.value === '' ? "'mutant'" : "''" }];
};

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
};
const removedMethods = ['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim'];

/** Replaces a method call by its opposite, or removes it. */
const method: Mutator = ({ node, textOf, between }) => {
  const callee = child(node, 'callee');
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || callee.optional) return [];
  const [object, property] = [child(callee, 'object'), child(callee, 'property')];
  if (object === undefined || property?.type !== 'Identifier') return [];
  const name = textOf(property);
  if (removedMethods.includes(name)) return [{ kind: 'removed call', node, becomes: textOf(object) }];
  const other = Object.hasOwn(otherMethods, name) ? otherMethods[name] : undefined;
  if (other === undefined) return [];
  const becomes = `${between(node.start, property.start)}${other}${between(property.end, node.end)}`;
  return [{ kind: 'other method', node, becomes }];
};

const removedStatements = [
  'CallExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'ChainExpression',
  'YieldExpression',
];

/** Removes a statement with a side effect. */
const statement: Mutator = ({ node }) => {
  const expression = child(node, 'expression');
  const isRemoved =
    node.type === 'ThrowStatement' ||
    (node.type === 'ReturnStatement' && child(node, 'argument') === undefined) ||
    (node.type === 'ExpressionStatement' && removedStatements.includes(expression?.type ?? ''));
  return isRemoved ? [{ kind: 'removed statement', node, becomes: undefined }] : [];
};

const isUndefined = (node: SyntaxNode) => node.type === 'Identifier' && node.name === 'undefined';

/** Returns undefined instead of a value. Literals have a separate mutator. */
const returned: Mutator = ({ node, parent }) => {
  const isReturned =
    (parent?.type === 'ReturnStatement' && parent.argument === node) ||
    (parent?.type === 'ArrowFunctionExpression' && parent.body === node && node.type !== 'BlockStatement');
  if (!isReturned || isUndefined(node) || node.type === 'Literal' || isText(node)) return [];
  return [{ kind: 'return', node, becomes: 'undefined' }];
};

const mutators: readonly Mutator[] = [
  operator,
  condition,
  negation,
  counting,
  literal,
  method,
  statement,
  returned,
];

/** Every change of a node. */
export const changesOf = (place: Place): readonly Change[] => mutators.flatMap((mutator) => mutator(place));
