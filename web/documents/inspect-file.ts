import { allowedFileName, extensionOf, fileError, uploadMessages } from '../../shared/rules/upload.ts';

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const isOldOffice = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** PDF readers look for the header in the first kilobyte. */
const isPdf = (bytes: Uint8Array) => latin1(bytes.slice(0, 1024)).includes('%PDF-');
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
const isJpeg = (bytes: Uint8Array) => startsWith(bytes, 0xff, 0xd8, 0xff);
const isPng = (bytes: Uint8Array) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47);
const isPicture = (bytes: Uint8Array) => isJpeg(bytes) || isPng(bytes);
const isSupported = (bytes: Uint8Array) => isPdf(bytes) || isZip(bytes) || isPicture(bytes);

/** iPhones take photos in this format. Their file names may still end in .jpg. */
const heicBrand = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/;
const isHeicContent = (bytes: Uint8Array) => heicBrand.test(latin1(bytes.slice(4, 12)));
const isHeicName = ({ name }: File) => ['heic', 'heif'].includes(extensionOf(name));

/** True for a HEIC photo, which only some browsers can decode. */
export const isHeic = async (file: File): Promise<boolean> =>
  isHeicName(file) || isHeicContent(await firstBytes(file));

const firstBytes = async (file: File) => new Uint8Array(await file.slice(0, 1024).arrayBuffer());

const canDecode = async (file: File) => {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
};

const isPhoto = ({ name }: File): boolean => ['png', 'jpg', 'jpeg'].includes(extensionOf(name));

/**
 * Returns an error in a file's content that the browser can find before the upload; undefined otherwise. Only
 * the converter can detect a PDF that needs a password.
 */
async function contentError(file: File): Promise<string | undefined> {
  const bytes = await firstBytes(file);
  if (isOldOffice(bytes)) return uploadMessages.oldWord;
  if (!isSupported(bytes)) return uploadMessages.unreadable;
  if (isPicture(bytes) && isPhoto(file) && !(await canDecode(file))) return uploadMessages.unreadable;
  return undefined;
}

/** The next step for a chosen file: send it, shrink it to a smaller JPEG, or reject it. */
export type Inspection =
  | { readonly next: 'send' }
  | { readonly next: 'shrink'; readonly errors: readonly string[] }
  | { readonly next: 'reject'; readonly errors: readonly string[] };

async function inspectReadable(file: File, error: string | undefined): Promise<Inspection> {
  if (file.size > 0 && (await isHeic(file))) {
    const isNamedSo = error === uploadMessages.type ? [error] : [];
    return { next: 'shrink', errors: [...isNamedSo, uploadMessages.heic] };
  }
  if (error === uploadMessages.tooLarge && isPhoto(file)) {
    const canBeShrunk = await canDecode(file);
    return { next: canBeShrunk ? 'shrink' : 'reject', errors: [error] };
  }
  const found = error ?? (await contentError(file));
  return found === undefined ? { next: 'send' } : { next: 'reject', errors: [found] };
}

/**
 * The errors of a photo to shrink are shown if the browser cannot shrink it. Reading fails for a folder, and
 * for a file that was moved or deleted.
 */
export function inspectFile(file: File): Promise<Inspection> {
  const error = fileError(file);
  return inspectReadable(file, error).catch(() => ({
    next: 'reject',
    errors: [error ?? uploadMessages.unreadable],
  }));
}

/** Details below the specified message about a rejected file. */
export interface FileProblem {
  readonly text: string;
  /** The same file under a name that the rules allow. */
  readonly renamed?: File;
  /** The file that was not sent, to send it again. */
  readonly unsent?: File;
}

const kilobyte = 1024;

/** For example '1.1 MB'. Rounded up, so no rejected file is shown as '1.0 MB'. */
const megabytes = (bytes: number): string =>
  `${(Math.ceil((bytes / (kilobyte * kilobyte)) * 10) / 10).toFixed(1)} MB`;

const photoAdvice = "We couldn't make this photo smaller. Please take it again.";
const smallerAdvice: Readonly<Record<string, string>> = {
  pdf: 'Save it as a smaller PDF, or upload a photo of the page: we make photos smaller for you.',
  docx: 'Make its pictures smaller, or save it as a PDF.',
};

export const withName = (file: File, name: string): File =>
  new File([file], name, { type: file.type, lastModified: file.lastModified });

/**
 * Names the file, and says what to do about its name or size; undefined when the message says that already.
 */
export function problemOf(file: File, errors: readonly string[]): FileProblem | undefined {
  const isMisnamed = errors.some(
    (error) => error === uploadMessages.name || error === uploadMessages.characters,
  );
  if (isMisnamed) return { text: file.name, renamed: withName(file, allowedFileName(file.name)) };
  if (!errors.includes(uploadMessages.tooLarge)) return undefined;
  const advice = smallerAdvice[extensionOf(file.name)] ?? photoAdvice;
  return { text: `${file.name} is ${megabytes(file.size)}. ${advice}` };
}
