/** The part of fontkit that is used. pdfkit draws with these fonts directly; icons have glyphs as paths. */
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    /** Without tables for positions, there is no processor. */
    readonly _layoutEngine: { readonly engine?: { readonly GPOSProcessor?: object | null } | null };
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      readonly advanceWidth: number;
      readonly glyphs: readonly { readonly advanceWidth: number; readonly path: { toSVG(): string } }[];
    };
  }
  export function openSync(path: string): Font;
}
