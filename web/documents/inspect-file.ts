import { extensionOf, uploadMessages } from '../../shared/rules/upload.ts';

const starts = (bytes: Uint8Array, ...signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const isOldOffice = (bytes: Uint8Array) => starts(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** A reader looks for the beginning of a PDF in its first kilobyte. */
const isPdf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.slice(0, 1024)).includes('%PDF-');
const isZip = (bytes: Uint8Array) => starts(bytes, 0x50, 0x4b, 0x03, 0x04);
const isJpeg = (bytes: Uint8Array) => starts(bytes, 0xff, 0xd8, 0xff);
const isPng = (bytes: Uint8Array) => starts(bytes, 0x89, 0x50, 0x4e, 0x47);
const isPicture = (bytes: Uint8Array) => isJpeg(bytes) || isPng(bytes);
const isKnown = (bytes: Uint8Array) => isPdf(bytes) || isZip(bytes) || isPicture(bytes);

const decodes = async (file: File) => {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
};

export const isPhoto = ({ name }: File): boolean => ['png', 'jpg', 'jpeg'].includes(extensionOf(name));

/**
 * What a look into a file tells before anything is sent; undefined when nothing is known to be wrong. A PDF with a
 * password that readers need cannot be told here from one that only editors need: the converter knows.
 */
export async function contentError(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  if (isOldOffice(bytes)) return uploadMessages.oldWord;
  if (!isKnown(bytes)) return uploadMessages.unreadable;
  if (isPicture(bytes) && isPhoto(file) && !(await decodes(file))) return uploadMessages.unreadable;
  return undefined;
}
