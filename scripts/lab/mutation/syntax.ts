import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with TypeScript's nodes), as much of it as every node has. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export function parse(name: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(name, source);
  if (errors[0] !== undefined) throw new Error(`${name}: ${errors[0].message}`);
  if (!isNode(program)) throw new Error(`${name} has no syntax tree.`);
  return program;
}

/**
 * TypeScript's expressions around a value. All other TypeScript nodes are types, which do not exist at run
 * time.
 */
const aroundValues = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

/** Nodes that contain no value for a mutant to change. */
const skipped = ['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration', 'TaggedTemplateExpression'];

const isSkipped = ({ type, directive }: SyntaxNode): boolean =>
  (type.startsWith('TS') && !aroundValues.includes(type)) ||
  skipped.includes(type) ||
  typeof directive === 'string';

/** Names of properties, and files that are imported from. */
const isName = ({ computed }: SyntaxNode, member: string): boolean =>
  member === 'source' || (member === 'key' && computed !== true);

/** The nodes inside a node that have a value at run time. */
function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.entries(node)
    .filter(([member]) => !isName(node, member))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter((child) => !isSkipped(child));
}

/** Visits every node that has a value at run time, outer ones first. */
export function visit(
  node: SyntaxNode,
  each: (node: SyntaxNode, parent: SyntaxNode | undefined) => void,
  parent?: SyntaxNode,
): void {
  each(node, parent);
  for (const child of childrenOf(node)) visit(child, each, node);
}
