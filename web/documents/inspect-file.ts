import { extensionOf, uploadMessages } from '../../shared/rules/upload.ts';

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const isOldOffice = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** PDF readers look for the header in the first kilobyte. */
const isPdf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.slice(0, 1024)).includes('%PDF-');
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
const isJpeg = (bytes: Uint8Array) => startsWith(bytes, 0xff, 0xd8, 0xff);
const isPng = (bytes: Uint8Array) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47);
const isPicture = (bytes: Uint8Array) => isJpeg(bytes) || isPng(bytes);
const isSupported = (bytes: Uint8Array) => isPdf(bytes) || isZip(bytes) || isPicture(bytes);

const canDecode = async (file: File) => {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
};

export const isPhoto = ({ name }: File): boolean => ['png', 'jpg', 'jpeg'].includes(extensionOf(name));

/**
 * The error in a file's content that can be found before it is sent; undefined otherwise. Whether a PDF needs a
 * password to be read is only known to the converter.
 */
export async function contentError(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  if (isOldOffice(bytes)) return uploadMessages.oldWord;
  if (!isSupported(bytes)) return uploadMessages.unreadable;
  if (isPicture(bytes) && isPhoto(file) && !(await canDecode(file))) return uploadMessages.unreadable;
  return undefined;
}
