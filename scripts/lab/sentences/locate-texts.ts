import type { FormText } from './form-texts.ts';
import { importsOf, textsIn } from './source-sentences.ts';

/** Location of a text in the source. */
export interface TextLocation {
  readonly file: string;
  readonly line: number;
  readonly start: number;
}
interface WrittenText extends TextLocation {
  readonly parts: readonly string[];
}
export type LocatedText = FormText & Partial<TextLocation>;

/** True if a text consists of these parts, with values between them. */
function consistsOf(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return text === first;
  const last = rest.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of rest.slice(0, -1)) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= end;
}

const length = ({ parts }: WrittenText): number => parts.join('').length;

/** True if the following texts are in this text's file or in its imports. */
const startsSection = (role: string): boolean => role === 'page' || role === 'heading';

/** The candidates with the most literal text. */
function closest(candidates: readonly WrittenText[]): readonly WrittenText[] {
  const most = Math.max(0, ...candidates.map(length));
  return most === 0 ? [] : candidates.filter((each) => length(each) === most);
}

/** A file and those it imports, directly or through others, the nearest first. */
function importedBy(file: string, imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reached = new Set([file]);
  for (const each of reached) for (const imported of imports.get(each) ?? []) reached.add(imported);
  return [...reached];
}

/**
 * Locates each text of a form in the source. Many texts are equal ('First Name'). A question's texts are in
 * its section's file or in an imported file, mostly in the order of the form. Each location is returned once,
 * because repeated blocks share their texts.
 */
export class TextLocator {
  readonly #written: readonly WrittenText[];
  readonly #imports: ReadonlyMap<string, readonly string[]>;
  readonly #seen = new Set<string>();
  /** Files of the current section, and the text that was found last. */
  #files: readonly string[] = [];
  #last: TextLocation | undefined;

  constructor(sources: ReadonlyMap<string, string>) {
    this.#written = [...sources].flatMap(([file, source]) =>
      textsIn(file, source).map((text) => ({ ...text, file })),
    );
    this.#imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]));
  }

  #find({ role, text }: FormText): WrittenText | undefined {
    const matches = this.#written.filter(({ parts }) => consistsOf(text, parts));
    const near = matches.filter(({ file }) => this.#files.includes(file));
    const candidates = closest(near.length === 0 || startsSection(role) ? matches : near).toSorted(
      (one, other) => this.#files.indexOf(one.file) - this.#files.indexOf(other.file),
    );
    const last = this.#last;
    const inFile = candidates.filter(({ file }) => file === last?.file);
    return inFile.find(({ start }) => start > (last?.start ?? 0)) ?? inFile[0] ?? candidates[0];
  }

  #locateOne(text: FormText): LocatedText {
    const found = this.#find(text);
    if (found === undefined) return text;
    if (startsSection(text.role)) this.#files = importedBy(found.file, this.#imports);
    const { file, line, start } = found;
    this.#last = { file, line, start };
    return { ...text, file, line, start };
  }

  /** The texts that no earlier call returned, in their order. */
  locate(texts: readonly FormText[]): readonly LocatedText[] {
    return texts
      .map((text) => this.#locateOne(text))
      .filter((located) => {
        const place = located.file === undefined ? located.text : placeOf(located.file, located.start);
        const id = `${located.role} ${place}`;
        if (this.#seen.has(id)) return false;
        this.#seen.add(id).add(place);
        return true;
      });
  }

  isShown = (file: string, start: number): boolean => this.#seen.has(placeOf(file, start));
}

const placeOf = (file: string, start: number | undefined): string => `${file}:${start}`;
