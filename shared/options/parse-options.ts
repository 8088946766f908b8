import type { Option } from '../form/index.ts';

type CodeOf<Line extends string> = Line extends `${infer Code} ${string}` ? Code : never;
type CodesOf<
  Lines extends string,
  Codes extends string = never,
> = Lines extends `${infer Line}\n${infer Rest}`
  ? CodesOf<Rest, Codes | CodeOf<Line>>
  : Codes | CodeOf<Lines>;

/**
 * A long list as text: each line holds a code, a space and a label. It loads faster than pairs and is easier
 * to read.
 */
export function parseOptions<const Lines extends string>(lines: Lines): readonly Option<CodesOf<Lines>>[] {
  return lines.split('\n').map((line) => {
    const space = line.indexOf(' ');
    // The type has read the codes from the same text.
    return [line.slice(0, space) as CodesOf<Lines>, line.slice(space + 1)];
  });
}
