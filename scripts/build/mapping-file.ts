import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { isDateMask, maskElements } from '../../shared/export/date-mask.ts';

// The syntax of a mapping file. check-mapping.ts compares it with the form.

const text = z.string('text is missing').check(z.minLength(1, 'text is missing'));
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `one of ${names.join(', ')}`);
const record = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, ...issue }) =>
      code === 'unrecognized_keys'
        ? `unknown: ${(issue as { keys?: readonly string[] }).keys?.join(', ')}. It may have: ${Object.keys(shape).join(', ')}`
        : `may have: ${Object.keys(shape).join(', ')}`,
  });

const sources = ['answer', 'receipt', 'checklist', 'fixed'] as const;

const column = record({
  title: text,
  answer: z.optional(text),
  receipt: z.optional(text),
  checklist: z.optional(text),
  fixed: z.optional(z.string()),
  translate: z.optional(text),
  date: z.optional(
    text.check(z.refine(isDateMask, `a date mask has ${maskElements.join(', ')}, spaces and punctuation`)),
  ),
}).check(
  z.refine(
    (each) => sources.filter((source) => each[source] !== undefined).length === 1,
    `name one source: ${sources.join(', ')}`,
  ),
);

const translation = record({
  codes: z.record(z.string(), z.string(), 'codes and their translations'),
  otherwise: oneOf(['keep', 'empty', 'error']),
});

const mappingFile = record({
  partner: text,
  file: z.optional(
    record({
      extension: z.optional(text.check(z.regex(/^[a-z0-9]{1,8}$/, 'up to eight small letters and digits'))),
      delimiter: z.optional(oneOf(['comma', 'semicolon', 'pipe', 'tab'])),
      quotes: z.optional(oneOf(['needed', 'all'])),
      lineEnd: z.optional(oneOf(['crlf', 'lf'])),
      header: z.optional(oneOf(['yes', 'no'])),
      timeZone: z.optional(
        text.check(
          z.refine(
            (zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
            'a time zone is written America/New_York or UTC',
          ),
        ),
      ),
    }),
  ),
  translations: z.optional(z.record(z.string(), translation, 'translations by their names')),
  columns: z.array(column, 'a list of columns').check(z.minLength(1, 'the list is empty')),
});
export type MappingFile = z.output<typeof mappingFile>;

/** An error in a mapping file. `path` leads to the member. */
export interface MappingFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export interface ParsedMapping {
  readonly content?: MappingFile;
  readonly faults: readonly MappingFault[];
  /** The line of a member, from 1, or of the nearest member around it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

type Document = ReturnType<typeof parseDocument>;

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
      if (pair === undefined) break;
      offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      offset = (isMap(node) || isScalar(node) ? node.range?.[0] : undefined) ?? offset;
    } else break;
  }
  return lines.linePos(offset).line;
}

/**
 * Parses YAML or JSON. All values are text: with YAML's usual types a code such as 01 or NO would become
 * another value.
 */
export function parseMapping(source: string): ParsedMapping {
  const lines = new LineCounter();
  const document = parseDocument(source, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken !== undefined)
    return {
      faults: [{ path: [], message: broken.message }],
      lineOf: () => lines.linePos(broken.pos[0]).line,
    };
  const { data: content, error } = mappingFile.safeParse(document.toJS());
  const faults = (error?.issues ?? []).map((issue) => ({
    path: issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path,
    message: issue.message,
  }));
  return {
    ...(content !== undefined && { content }),
    faults,
    lineOf: (path) => lineOf(document, lines, path),
  };
}
