import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { layerName, layerProperties } from '../pdf/layers.ts';
import { type Kind, kinds, type Rule, streamKeys, type Varied } from './pdf-kinds.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

const name = PDFName.of;

interface CopiedPdf {
  readonly copy: PDFContext;
  readonly hasLayers: boolean;
}

/**
 * Copies the pages of a PDF into an empty one. Of every object, only data that is known to affect a page's
 * appearance is copied.
 */
export const copyPages = (source: PDFDocument): CopiedPdf => {
  const copy = PDFContext.create();
  const copyPage = createCopier(source, copy);
  const tree = copy.nextRef();
  const pages = source.getPages().map((page) => copyPage(page, tree));
  copy.assign(tree, copy.obj({ Type: 'Pages', Kids: pages, Count: pages.length }));
  const layers = layerProperties(copy);
  const catalog = { Type: 'Catalog', Pages: tree, ...(layers && { OCProperties: layers }) };
  copy.trailerInfo.Root = copy.register(copy.obj(catalog));
  return { copy, hasLayers: layers !== undefined };
};

/** Copies objects recursively from each page, following the allowed keys only. */
const createCopier = (source: PDFDocument, target: PDFContext) => {
  const layers = layerStates(source);
  const copies = new Map<string, PDFRef>();
  const waiting: (() => void)[] = [];

  /**
   * Copies an object once per role, because the role decides which keys are allowed. The copy is queued so
   * long chains of objects do not overflow the stack.
   */
  const copyReference = (ref: PDFRef, rule: Rule): PDFRef => {
    const role = `${ref.tag} ${rule}`;
    const known = copies.get(role);
    if (known) return known;
    const copy = target.nextRef();
    copies.set(role, copy);
    waiting.push(() => {
      const found = source.context.lookup(ref);
      const value = found === undefined || found instanceof PDFRef ? undefined : copyValue(found, rule, ref);
      target.assign(copy, value ?? (rule === 'xobject' ? emptyForm(target) : PDFNull));
    });
    return copy;
  };

  const copyValue = (value: PDFObject, rule: Rule, ref?: PDFRef): PDFObject | undefined => {
    if (value instanceof PDFRef) return copyReference(value, rule);
    if (isScalar(value)) return value;
    if (value instanceof PDFArray) return copyArray(value, rule);
    const isKeyed = value instanceof PDFDict || value instanceof PDFRawStream;
    return isKeyed && rule !== 'plain' ? copyObject(value, rule, ref) : undefined;
  };

  /** Positions in an array matter, so dropped values become null. */
  const copyArray = (values: PDFArray, rule: Rule) => {
    const copy = PDFArray.withContext(target);
    for (const value of values.asArray()) copy.push(copyValue(value, rule) ?? PDFNull);
    return copy;
  };

  const copyObject = (object: PDFDict | PDFRawStream, kind: Kind, ref?: PDFRef): PDFObject | undefined => {
    const known = kinds[kind];
    if ('by' in known) {
      const variant = variantOf(object, known);
      return variant && copyObject(object, variant, ref);
    }
    if ('each' in known) return object instanceof PDFDict ? copyNamed(object, known.each) : undefined;
    const { keys, written = {}, stream = 'never' } = known;
    if (object instanceof PDFRawStream)
      return stream === 'never' ? undefined : copyStream(object, keys, written);
    if (stream === 'always') return undefined;
    const copy = copyKeys(object, keys, written);
    return kind === 'layer' ? finishLayer(copy, ref) : copy;
  };

  const copyStream = ({ dict, contents }: PDFRawStream, keys: Keys, written: Written) => {
    // A PDF reader would ignore these bytes and load an external file instead.
    if (dict.has(name('F'))) return rejectFile(rejectionMessages.unreadable, 'a stream outside of the file');
    return PDFRawStream.of(copyKeys(dict, { ...keys, ...streamKeys }, written), contents);
  };

  const copyKeys = (dict: PDFDict, keys: Keys, written: Written) => {
    const copy = PDFDict.withContext(target);
    for (const [key, value] of Object.entries(written)) copy.set(name(key), name(value));
    for (const [key, rule] of Object.entries(keys)) {
      const value = dict.get(name(key));
      const copied = value && copyValue(value, rule);
      if (copied) copy.set(name(key), copied);
    }
    return copy;
  };

  const copyNamed = (dict: PDFDict, kind: Kind) => {
    const copy = PDFDict.withContext(target);
    for (const [key, value] of dict.entries()) copy.set(key, copyValue(value, kind) ?? PDFNull);
    return copy;
  };

  /** Only a layer that is an indirect object can be hidden. */
  const finishLayer = (copy: PDFDict, ref: PDFRef | undefined) => {
    copy.set(name('Name'), layerName(ref !== undefined && layers.isHidden(ref)));
    if (ref === undefined || !layers.isAutomatic(ref)) copy.delete(name('Usage'));
    return copy;
  };

  return ({ node }: PDFPage, parent: PDFRef): PDFRef => {
    const page = node.clone();
    for (const key of inherited.map(name)) {
      const value = node.getInheritableAttribute(key);
      if (value) page.set(key, value);
    }
    const copy = copyObject(page, 'page');
    if (copy instanceof PDFDict) copy.set(name('Parent'), parent);
    for (let next = waiting.pop(); next; next = waiting.pop()) next();
    return target.register(copy ?? PDFNull);
  };
};

type Keys = Readonly<Record<string, Rule>>;
type Written = Readonly<Record<string, string>>;

/** Page attributes that are inherited from the page tree. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

const scalars = [PDFName, PDFNumber, PDFBool, PDFString, PDFHexString];
const isScalar = (value: PDFObject) => value === PDFNull || scalars.some((type) => value instanceof type);

const variantOf = (object: PDFDict | PDFRawStream, { by, variants, otherwise }: Varied): Kind | undefined => {
  const dict = object instanceof PDFDict ? object : object.dict;
  const own = by === 'form' ? undefined : dict.lookup(name(by));
  const found = own instanceof PDFName ? own.decodeText() : object === dict ? 'dictionary' : 'stream';
  return variants[found] ?? otherwise;
};

/** Page contents draw this in place of dropped objects. */
const emptyForm = (target: PDFContext) =>
  target.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] });

/** Layer settings in a PDF's catalog. Layers are identified by the tags of their references. */
interface LayerStates {
  readonly isHidden: (layer: PDFRef) => boolean;
  /** True if the layer shows or hides automatically, on screen or in print. */
  readonly isAutomatic: (layer: PDFRef) => boolean;
}

const layerStates = ({ catalog, context }: PDFDocument): LayerStates => {
  const dictionary = (value: PDFObject | undefined) => {
    const found = context.lookup(value);
    return found instanceof PDFDict ? found : undefined;
  };
  const listed = (dict: PDFDict | undefined, key: string): readonly PDFObject[] => {
    const found = dict?.lookup(name(key));
    return found instanceof PDFArray ? found.asArray() : [];
  };
  const tags = (dict: PDFDict | undefined, key: string) =>
    listed(dict, key).flatMap((each) => (each instanceof PDFRef ? [each.tag] : []));

  const state = dictionary(dictionary(catalog.get(name('OCProperties')))?.get(name('D')));
  const isHiddenFirst = state?.lookup(name('BaseState')) === name('OFF');
  const exceptions = new Set(tags(state, isHiddenFirst ? 'ON' : 'OFF'));
  const automatic = new Set(listed(state, 'AS').flatMap((each) => tags(dictionary(each), 'OCGs')));
  return {
    isHidden: ({ tag }) => exceptions.has(tag) !== isHiddenFirst,
    isAutomatic: ({ tag }) => automatic.has(tag),
  };
};
