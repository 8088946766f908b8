import { LocalCloudError } from '../error.ts';

/** True if a log line matches. */
export type LineTest = (line: unknown) => boolean;

const token = /\s*(&&|\|\||>=|<=|!=|[(){}=<>]|"[^"\\*]*"|\$(?:\.\w+)+|-?\d+(?:\.\d+)?)/y;

function tokensOf(pattern: string): readonly string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(pattern); found !== null; found = token.exec(pattern))
    tokens.push(found[1] ?? '');
  return tokens;
}

/** The value of a selector such as `$.message.event`. */
export const valueAt = (selector: string, line: unknown): unknown =>
  selector
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      line,
    );

const numeric: Readonly<Record<string, (found: number, wanted: number) => boolean>> = {
  '=': (found, wanted) => found === wanted,
  '>': (found, wanted) => found > wanted,
  '>=': (found, wanted) => found >= wanted,
  '<': (found, wanted) => found < wanted,
  '<=': (found, wanted) => found <= wanted,
};

/** Parses a pattern from left to right. `&&` binds more tightly than `||`, and parentheses most tightly. */
class PatternReader {
  readonly #tokens: string[];

  constructor(tokens: readonly string[]) {
    this.#tokens = [...tokens];
  }

  whole(): LineTest | undefined {
    if (this.#tokens.shift() !== '{') return undefined;
    const test = this.#any();
    return this.#tokens.join() === '}' ? test : undefined;
  }

  #any(): LineTest | undefined {
    const parts = this.#list('||', () => this.#all());
    return parts && ((line) => parts.some((test) => test(line)));
  }

  #all(): LineTest | undefined {
    const parts = this.#list('&&', () => this.#one());
    return parts && ((line) => parts.every((test) => test(line)));
  }

  #list(separator: string, read: () => LineTest | undefined): readonly LineTest[] | undefined {
    const parts: LineTest[] = [];
    do {
      const part = read();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#takes(separator));
    return parts;
  }

  #takes(wanted: string) {
    if (this.#tokens[0] !== wanted) return false;
    this.#tokens.shift();
    return true;
  }

  #one(): LineTest | undefined {
    if (this.#takes('(')) {
      const inner = this.#any();
      return this.#takes(')') ? inner : undefined;
    }
    const [selector = '', comparison = '', value = ''] = this.#tokens.splice(0, 3);
    if (!selector.startsWith('$')) return undefined;
    if (value.startsWith('"') && ['=', '!='].includes(comparison))
      return (line) => (valueAt(selector, line) === value.slice(1, -1)) === (comparison === '=');
    const compare = numeric[comparison];
    if (compare === undefined || !/\d/.test(value)) return undefined;
    return (line) => {
      const found = valueAt(selector, line);
      return typeof found === 'number' && compare(found, Number(value));
    };
  }
}

/**
 * The supported part of CloudWatch's patterns for JSON lines: comparisons of a field with a text or number,
 * `&&`, `||` and parentheses. Any other pattern makes the start fail.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html
 */
export function readFilterPattern(path: string, pattern: string): LineTest {
  const tokens = tokensOf(pattern);
  const isRead = tokens.join('').length === pattern.replaceAll(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '').length;
  const test = isRead ? new PatternReader(tokens).whole() : undefined;
  if (test === undefined)
    throw new LocalCloudError(
      `${path} has the filter pattern ${pattern}, which the local cloud cannot evaluate.`,
    );
  return test;
}
