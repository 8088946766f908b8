import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/**
 * Keys under which a PDF carries files, scripts, actions, private data and other content that does not change
 * how a page looks.
 */
export const plantedKeys = [
  ...[
    'AF',
    'EF',
    'RF',
    'EmbeddedFiles',
    'EmbeddedFile',
    'Names',
    'Filespec',
    'FFilter',
    'FDecodeParms',
    'Ref',
    'OPI',
  ],
  ...[
    'PS',
    'PieceInfo',
    'Metadata',
    'PresSteps',
    'AA',
    'A',
    'OpenAction',
    'JS',
    'JavaScript',
    'URI',
    'Launch',
    'Win',
  ],
  ...[
    'AcroForm',
    'XFA',
    'Annots',
    'RichMedia',
    'RichMediaContent',
    'Movie',
    'Sound',
    '3DD',
    '3DV',
    'Rendition',
    'Data',
  ],
  ...[
    'Collection',
    'Outlines',
    'Dests',
    'Threads',
    'B',
    'Perms',
    'Legal',
    'DSS',
    'SpiderInfo',
    'PageLabels',
    'Thumb',
  ],
  ...[
    'StructTreeRoot',
    'StructParents',
    'StructParent',
    'MarkInfo',
    'OutputIntents',
    'DPartRoot',
    'DPart',
    'VP',
    'PtData',
  ],
  ...['Measure', 'Alternates', 'HT', 'LastModified', 'Unknown'],
] as const;

/** The text that every planted file contains, before the key under which it is planted. */
export const mark = 'PLANTED';

/** Plants a file under every key of every object of a PDF. */
export const plantEverywhere = async (pdf: Uint8Array): Promise<Uint8Array> => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { context } = document;
  const files = new Map(plantedKeys.map((key) => [key, plantedFile(context, key)]));
  const dictionaries = [
    ...new Set(context.enumerateIndirectObjects().flatMap(([, object]) => [...within(object)])),
  ];
  for (const { dict, isNames } of dictionaries)
    for (const [key, file] of files)
      if (!isNames && !dict.has(PDFName.of(key))) dict.set(PDFName.of(key), file);
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
};

/** A file whose description is also an action with a script. */
const plantedFile = (context: PDFContext, key: string) => {
  const content = context.register(context.stream(`${mark} ${key}`, { Type: 'EmbeddedFile' }));
  const name = PDFString.of(`${mark}-${key}.exe`);
  const script = { S: 'JavaScript', JS: PDFString.of(`app.alert('${mark} ${key}')`) };
  return context.register(
    context.obj({ Type: 'Filespec', F: name, UF: name, EF: { F: content }, ...script, FS: 'URL' }),
  );
};

interface Found {
  readonly dict: PDFDict;
  /** True if its keys are names that content streams define. */
  readonly isNames: boolean;
}

const nameMaps = [
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'XObject',
  'Font',
  'Properties',
  'CharProcs',
  'Colorants',
];

/** The dictionaries of an object, without those that it only refers to. */
function* within(object: PDFObject | undefined, isNames = false): Generator<Found> {
  if (object instanceof PDFArray) for (const each of object.asArray()) yield* within(each);
  const dict = object instanceof PDFRawStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return;
  yield { dict, isNames };
  for (const [key, value] of dict.entries()) yield* within(value, nameMaps.includes(key.decodeText()));
}

export interface Reached {
  /** Its path in the document, such as "/Pages/Kids/0/Resources". */
  readonly path: string;
  readonly object: PDFObject;
}

/** Every object of a PDF, including unreferenced ones, with every stream decoded if possible. */
export const everyObject = async (pdf: Uint8Array): Promise<readonly Reached[]> => {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()

    .flatMap(([, object]) => (isTable(object) ? [] : [...inside(object, kindOf(object) ?? 'object')]));
};

/** Cross-reference streams are not objects of the document. */
const isTable = (object: PDFObject) => kindOf(object) === '/XRef';

const kindOf = (object: PDFObject) => {
  const dict = object instanceof PDFRawStream ? object.dict : object;
  return dict instanceof PDFDict ? dict.get(PDFName.of('Type'))?.toString() : undefined;
};

function* inside(object: PDFObject, path: string): Generator<Reached> {
  yield { path, object };
  if (object instanceof PDFRef) return;
  const entries =
    object instanceof PDFArray
      ? object.asArray().map((each, index) => [String(index), each] as const)
      : ((object instanceof PDFRawStream ? object.dict : object) as Partial<PDFDict>)
          .entries?.()
          .map(([key, value]) => [key.decodeText(), value] as const);
  for (const [key, value] of entries ?? []) yield* inside(value, `${path}/${key}`);
}

/** The places of a PDF with a planted key, and those with the text of a planted file. */
export const plantsIn = async (pdf: Uint8Array): Promise<readonly string[]> =>
  (await everyObject(pdf)).flatMap(({ path, object }) => {
    const key = path.slice(path.lastIndexOf('/') + 1);
    const isPlanted = (plantedKeys as readonly string[]).includes(key) || textOf(object).includes(mark);
    return isPlanted ? [path] : [];
  });

/** The text of a string, and the bytes of a stream as they are stored and decoded. */
export const textOf = (object: PDFObject): string => {
  if (object instanceof PDFString || object instanceof PDFHexString) return object.decodeText();
  if (!(object instanceof PDFRawStream)) return '';
  return [object.contents, decoded(object)].map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n');
};

/** The bytes of images stay as they are. */
const decoded = (stream: PDFRawStream) => {
  try {
    return decodePDFRawStream(stream).decode();
  } catch {
    return new Uint8Array();
  }
};
