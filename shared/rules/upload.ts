import { cleanFileName } from './file-name.ts';
import { limits } from './limits.ts';

/** Why a file is rejected. The page and the conversion show the same messages. */
export const uploadMessages = {
  tooLarge: 'Your file is too large. The maximum file size is 1 MB.',
  type: 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
  name: 'Your file name is too long. The maximum file name length is 32 characters, including the extension.',
  characters:
    "Your file name has a slash, line break or other character we can't use. Please rename your file.",
  nameless: 'Your file has no name before its extension. Please rename your file.',
  empty: 'Your file is empty. Please upload a non-empty file.',
  several: 'You can only upload one file.',
  unreadable: 'We could not read this file. Please save it again and upload it.',
  heic: "This photo is in HEIC format, which we can't read. On an iPhone, go to Settings > Camera > Formats, choose Most Compatible, and take the photo again. Or take a screenshot of the photo and upload that.",
  oldWord:
    'This is an older Word document, or one with a password. Please save it as .docx without a password, or as a PDF, and upload that.',
  waiting: 'Waiting for your other file',
  tookTooLong: 'Your document took too long to convert. Please save it as a PDF and upload that.',
} as const;

const extensions = ['png', 'jpeg', 'jpg', 'pdf', 'docx'];

export const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Slashes separate folders; control characters and line separators break a list or a header. */
const invalidCharacters = /[\p{Cc}\p{Zl}\p{Zp}/\\]/u;

const isKnownType = (name: string): boolean => name.includes('.') && extensions.includes(extensionOf(name));

/** A name like '.pdf' or '. .pdf' names nothing. */
const isNameless = (name: string): boolean => /^[.\s]*$/.test(name.slice(0, name.lastIndexOf('.')));

/**
 * The message for a file name that is invalid even without invisible characters; undefined when it is valid.
 */
export function fileNameError(fileName: string): string | undefined {
  const name = cleanFileName(fileName);
  if (!isKnownType(name)) return uploadMessages.type;
  if (invalidCharacters.test(name)) return uploadMessages.characters;
  if (isNameless(name)) return uploadMessages.nameless;
  return name.length > limits.fileNameLength ? uploadMessages.name : undefined;
}

/** A name close to the given one that the rules allow. The extension stays. */
export function allowedFileName(fileName: string): string {
  const name = cleanFileName(fileName);
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot);
  const stem = name
    .slice(0, dot)
    .replaceAll(new RegExp(invalidCharacters, 'gu'), '-')
    .slice(0, limits.fileNameLength - extension.length)
    // A cut may leave half a character, a joiner, or a separator at the end.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/(?:\u200d|[\s._-])+$/, '');
  return (/[^.\s]/.test(stem) ? stem : 'document') + extension;
}

/** An image that is higher for its width is a scrolled screenshot, and becomes several pages. */
export const maxPageRatio = 2.5;

export const isTooLarge = ({ size }: { readonly size: number }): boolean => size > limits.uploadBytes;

/**
 * The message for a file that is invalid before it is sent; undefined when it is valid. The size is checked
 * before the length of the name, because a photo that is too large can be shrunk, and gets a shorter name
 * then.
 */
export function fileError({
  name,
  size,
}: {
  readonly name: string;
  readonly size: number;
}): string | undefined {
  if (size === 0) return uploadMessages.empty;
  if (isKnownType(name) && isTooLarge({ size })) return uploadMessages.tooLarge;
  return fileNameError(name);
}

/** For example '340 KB', rounded to whole units. */
export const formatSize = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${Math.round(bytes / 1024)} KB`
      : `${Math.round(bytes / 1_048_576)} MB`;
