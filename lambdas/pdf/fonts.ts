import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

const { resolve } = createRequire(import.meta.url);
const google = (family: string, weight: string, name: string) =>
  `@expo-google-fonts/${family}/${weight}/${name}_${weight}.ttf`;
const noto = (script: string, name: string) => google(`noto-sans-${script}`, '400Regular', name);

/** Use of a text: answers, labels or headings. */
export type Face = 'plain' | 'bold' | 'heading';

/** The fonts of the theme. Their scripts are Latin with its accents and, in headings, Greek and Cyrillic. */
const themeFonts: Readonly<Record<Face, string>> = {
  plain: google('public-sans', '400Regular', 'PublicSans'),
  bold: google('public-sans', '600SemiBold', 'PublicSans'),
  heading: google('source-serif-4', '600SemiBold', 'SourceSerif4'),
};

/** Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian and more. */
const manyScripts = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
};

/** Fonts of up to 10 MB, each loaded on first use. Japanese names use Chinese characters too. */
const others: readonly { readonly script: RegExp; readonly path: string }[] = [
  { script: /\p{Script=Devanagari}/u, path: noto('devanagari', 'NotoSansDevanagari') },
  { script: /\p{Script=Bengali}/u, path: noto('bengali', 'NotoSansBengali') },
  { script: /\p{Script=Gurmukhi}/u, path: noto('gurmukhi', 'NotoSansGurmukhi') },
  { script: /\p{Script=Gujarati}/u, path: noto('gujarati', 'NotoSansGujarati') },
  { script: /\p{Script=Oriya}/u, path: noto('oriya', 'NotoSansOriya') },
  { script: /\p{Script=Tamil}/u, path: noto('tamil', 'NotoSansTamil') },
  { script: /\p{Script=Telugu}/u, path: noto('telugu', 'NotoSansTelugu') },
  { script: /\p{Script=Kannada}/u, path: noto('kannada', 'NotoSansKannada') },
  { script: /\p{Script=Malayalam}/u, path: noto('malayalam', 'NotoSansMalayalam') },
  { script: /\p{Script=Sinhala}/u, path: noto('sinhala', 'NotoSansSinhala') },
  { script: /\p{Script=Thai}/u, path: noto('thai', 'NotoSansThai') },
  { script: /\p{Script=Khmer}/u, path: noto('khmer', 'NotoSansKhmer') },
  { script: /\p{Script=Myanmar}/u, path: noto('myanmar', 'NotoSansMyanmar') },
  { script: /\p{Script=Tibetan}/u, path: google('noto-serif-tibetan', '400Regular', 'NotoSerifTibetan') },
  { script: /\p{Script=Ethiopic}/u, path: noto('ethiopic', 'NotoSansEthiopic') },
  { script: /\p{Script=Cherokee}/u, path: noto('cherokee', 'NotoSansCherokee') },
  { script: /\p{Script=Hangul}/u, path: noto('kr', 'NotoSansKR') },
  {
    script:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/u,
    path: noto('sc', 'NotoSansSC'),
  },
];

const opened = new Map<string, Font>();

const withOwnGlyphs = (font: Font): Font => Object.create(font, { _glyphs: { value: {}, writable: true } });

/** Returns a font, cached because reading its tables costs more than drawing with it. */
const fontAt = (path: string): Font => {
  const font = opened.get(path) ?? openSync(resolve(path));
  if (!opened.has(path)) acceptMissingAnchors(withOwnGlyphs(font));
  opened.set(path, font);
  return font;
};

/**
 * A font for one document. fontkit caches a glyph that is part of another (the Z of a Ż) without its
 * character code. With a shared cache, the Z of the next document could not be searched or read aloud.
 */
export const fontForOneDocument = (path: string): Font => withOwnGlyphs(fontAt(path));

interface Use {
  readonly face: Face;
  /** True if the theme's font has every letter of the word. */
  readonly themed: boolean;
}

const known = new Map<string, string | undefined>();

/** The font for a character; undefined if no font has it. */
export const fontPathOf = (character: string, use: Use): string | undefined => {
  const key = `${use.face} ${use.themed} ${character}`;
  if (!known.has(key))
    known.set(
      key,
      candidates(character, use).find((path) => has(path, character)),
    );
  return known.get(key);
};

/** The bold font has fewer scripts than the regular one. */
const candidates = (character: string, { face, themed }: Use) => [
  ...(themed ? [themeFonts[face]] : []),
  ...(face === 'plain' ? [] : [manyScripts.bold]),
  manyScripts.plain,
  ...others.filter(({ script }) => script.test(character)).map(({ path }) => path),
];

const has = (path: string, character: string) =>
  fontAt(path).hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** True if the theme's font can draw the whole word. */
export const hasThemeLetters = (word: string, face: Face): boolean =>
  [...word].every((character) => has(themeFonts[face], character));

/** The font that every PDF embeds. */
export const baseFont: string = themeFonts.plain;

/** The font of the replacement sign for characters that no font has. */
export const fallbackFont: string = manyScripts.plain;

/** The part of fontkit that positions marks, which its types leave out. */
interface Positioner {
  getAnchor(anchor: object | null): object;
  applyLookup(type: number, table: object): boolean;
}

const accepting = new WeakSet<Positioner>();
const missing = new Error('A mark has no anchor.');

/**
 * In OpenType, a letter may have no anchor for a mark, such as a vowel sign of Gurmukhi or Thai. fontkit
 * 2.0.4 throws a TypeError then, and the PDF would fail. The mark stays where it is, as in HarfBuzz.
 */
function acceptMissingAnchors(font: Font): void {
  const positioner = font._layoutEngine.engine?.GPOSProcessor;
  if (!positioner) return;
  const methods: Positioner = Object.getPrototypeOf(positioner);
  if (accepting.has(methods)) return;
  accepting.add(methods);
  const { getAnchor, applyLookup } = methods;
  methods.getAnchor = function (anchor) {
    if (anchor === null) throw missing;
    return getAnchor.call(this, anchor);
  };
  methods.applyLookup = function (type, table) {
    try {
      return applyLookup.call(this, type, table);
    } catch (error) {
      if (error !== missing) throw error;
      return false;
    }
  };
}
