import type { Font } from 'fontkit';

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
export function acceptMissingAnchors(font: Font): void {
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
