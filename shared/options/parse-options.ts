import type { Option } from '../form/index.ts';

/** A long list as text: on each line a code, a space and the words. Shorter to load than pairs, and easier to read. */
export const parseOptions = (lines: string): readonly Option[] =>
  lines.split('\n').map((line) => {
    const gap = line.indexOf(' ');
    return [line.slice(0, gap), line.slice(gap + 1)];
  });
