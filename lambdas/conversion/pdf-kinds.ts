/**
 * Allowlist of PDF keys to copy: for each kind of object, the keys of ISO 32000 that affect a page's
 * appearance. All other keys, known or unknown, are dropped: actions, scripts, files, metadata, private data
 * of programs.
 */

export type Kind =
  | 'page'
  | 'content'
  | 'resources'
  | 'graphicsStates'
  | 'colorSpaces'
  | 'patterns'
  | 'shadings'
  | 'xobjects'
  | 'fonts'
  | 'propertyLists'
  | 'graphicsState'
  | 'softMask'
  | 'colorSpace'
  | 'pattern'
  | 'shading'
  | 'function'
  | 'xobject'
  | 'image'
  | 'form'
  | 'transparencyGroup'
  | 'font'
  | 'glyphs'
  | 'encoding'
  | 'characterNames'
  | 'characterMap'
  | 'characterCollection'
  | 'fontDescriptor'
  | 'fontDescriptors'
  | 'fontStyle'
  | 'bytes'
  | 'decodeParameters'
  | 'propertyList'
  | 'alternativeText'
  | 'layer'
  | 'layerMembership'
  | 'layerUsage'
  | 'usageState';

/** Values without references to other objects: names, numbers, strings and arrays of them. */
const plain = 'plain';

export type Rule = Kind | typeof plain;

/** A dictionary or stream with known keys. */
interface Keyed {
  readonly stream?: 'always' | 'maybe';
  /** Names that are written instead of copied, such as /Type. */
  readonly written?: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, Rule>>;
}

/** A dictionary that maps the names in page contents to objects of one kind. */
interface Named {
  readonly each: Kind;
}

/**
 * An object of one of several kinds. The kind depends on the object's own entry, or on its form: dictionary
 * or stream.
 */
export interface Varied {
  readonly by: 'Subtype' | 'Type' | 'form';
  readonly variants: Readonly<Record<string, Kind>>;
  readonly otherwise?: Kind;
}

const allPlain = (names: string): Readonly<Record<string, Rule>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, plain]));

const functionKeys = {
  ...allPlain('FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds'),
  Functions: 'function',
} as const;

export const kinds: Readonly<Record<Kind, Keyed | Named | Varied>> = {
  page: {
    written: { Type: 'Page' },
    keys: {
      ...allPlain('MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit'),
      Resources: 'resources',
      Contents: 'content',
      Group: 'transparencyGroup',
    },
  },
  content: { stream: 'always', keys: {} },

  resources: {
    keys: {
      ProcSet: plain,
      ExtGState: 'graphicsStates',
      ColorSpace: 'colorSpaces',
      Pattern: 'patterns',
      Shading: 'shadings',
      XObject: 'xobjects',
      Font: 'fonts',
      Properties: 'propertyLists',
    },
  },
  graphicsStates: { each: 'graphicsState' },
  colorSpaces: { each: 'colorSpace' },
  patterns: { each: 'pattern' },
  shadings: { each: 'shading' },
  xobjects: { each: 'xobject' },
  fonts: { each: 'font' },
  propertyLists: { each: 'propertyList' },

  // Halftones are omitted: they matter only for printing presses.
  graphicsState: {
    written: { Type: 'ExtGState' },
    keys: {
      ...allPlain('LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK UseBlackPtComp'),
      Font: 'font',
      SMask: 'softMask',
      ...{
        BG: 'function',
        BG2: 'function',
        UCR: 'function',
        UCR2: 'function',
        TR: 'function',
        TR2: 'function',
      },
    },
  },
  softMask: { written: { Type: 'Mask' }, keys: { S: plain, BC: plain, G: 'form', TR: 'function' } },

  // A color space is an array. Its dictionaries and streams are color values, profiles, tables and functions.
  colorSpace: {
    stream: 'maybe',
    keys: {
      ...functionKeys,
      ...allPlain('WhitePoint BlackPoint Gamma Matrix Subtype Components'),
      Alternate: 'colorSpace',
      ColorSpace: 'colorSpace',
      Colorants: 'colorSpaces',
      Process: 'colorSpace',
    },
  },
  pattern: {
    stream: 'maybe',
    written: { Type: 'Pattern' },
    keys: {
      ...allPlain('PatternType PaintType TilingType BBox XStep YStep Matrix'),
      Resources: 'resources',
      Shading: 'shading',
      ExtGState: 'graphicsState',
    },
  },
  shading: {
    stream: 'maybe',
    keys: {
      ...allPlain('ShadingType Background BBox AntiAlias Domain Matrix Coords Extend'),
      ...allPlain('BitsPerCoordinate BitsPerComponent BitsPerFlag Decode VerticesPerRow'),
      ColorSpace: 'colorSpace',
      Function: 'function',
    },
  },
  function: { stream: 'maybe', keys: functionKeys },

  // Any other XObject becomes an empty form: PostScript and unknown kinds.
  xobject: { by: 'Subtype', variants: { Image: 'image', Form: 'form' } },
  image: {
    stream: 'always',
    written: { Type: 'XObject', Subtype: 'Image' },
    keys: {
      ...allPlain('Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData Matte Name'),
      ColorSpace: 'colorSpace',
      Mask: 'image',
      SMask: 'image',
      OC: 'propertyList',
    },
  },
  form: {
    stream: 'always',
    written: { Type: 'XObject', Subtype: 'Form' },
    keys: {
      ...allPlain('FormType BBox Matrix Name'),
      Resources: 'resources',
      Group: 'transparencyGroup',
      OC: 'propertyList',
    },
  },
  transparencyGroup: { written: { Type: 'Group' }, keys: { ...allPlain('S I K'), CS: 'colorSpace' } },

  font: {
    written: { Type: 'Font' },
    keys: {
      ...allPlain('Subtype Name BaseFont FirstChar LastChar Widths FontBBox FontMatrix DW W DW2 W2'),
      FontDescriptor: 'fontDescriptor',
      Encoding: 'encoding',
      ToUnicode: 'encoding',
      DescendantFonts: 'font',
      CIDSystemInfo: 'characterCollection',
      CIDToGIDMap: 'bytes',
      CharProcs: 'glyphs',
      Resources: 'resources',
    },
  },
  glyphs: { each: 'content' },
  encoding: {
    by: 'form',
    variants: { dictionary: 'characterNames', stream: 'characterMap' },
  },
  characterNames: { written: { Type: 'Encoding' }, keys: allPlain('BaseEncoding Differences') },
  characterMap: {
    stream: 'always',
    written: { Type: 'CMap' },
    keys: {
      ...allPlain('CMapName WMode'),
      CIDSystemInfo: 'characterCollection',
      UseCMap: 'encoding',
    },
  },
  characterCollection: { keys: allPlain('Registry Ordering Supplement') },
  fontDescriptor: {
    written: { Type: 'FontDescriptor' },
    keys: {
      ...allPlain(
        'FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading',
      ),
      ...allPlain('CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth CharSet Lang'),
      FontFile: 'bytes',
      FontFile2: 'bytes',
      FontFile3: 'bytes',
      CIDSet: 'bytes',
      Style: 'fontStyle',
      FD: 'fontDescriptors',
    },
  },
  fontDescriptors: { each: 'fontDescriptor' },
  fontStyle: { keys: allPlain('Panose') },
  bytes: { stream: 'always', keys: allPlain('Length1 Length2 Length3 Subtype') },
  decodeParameters: {
    keys: {
      ...allPlain('Predictor Colors BitsPerComponent Columns EarlyChange ColorTransform'),
      ...allPlain('K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError'),
      JBIG2Globals: 'bytes',
    },
  },

  // Marks in page contents: layers, and texts for screen readers.
  propertyList: {
    by: 'Type',
    variants: { OCG: 'layer', OCMD: 'layerMembership' },
    otherwise: 'alternativeText',
  },
  alternativeText: { keys: allPlain('MCID ActualText Alt E Lang') },
  layer: { written: { Type: 'OCG' }, keys: { Intent: plain, Usage: 'layerUsage' } },
  layerMembership: {
    written: { Type: 'OCMD' },
    keys: { P: plain, OCGs: 'propertyList', VE: 'propertyList' },
  },
  layerUsage: { keys: { View: 'usageState', Print: 'usageState', Export: 'usageState' } },
  usageState: { keys: allPlain('ViewState PrintState ExportState') },
};

/**
 * Allowed keys of every stream. /F is not one of them: readers would load that external file instead of the
 * stream's bytes.
 */
export const streamKeys: Readonly<Record<string, Rule>> = { Filter: plain, DecodeParms: 'decodeParameters' };
