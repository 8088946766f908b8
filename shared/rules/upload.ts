import { limits } from './limits.ts';

/** Platform specification, point 5; decision D-54. */
export const uploadMessages = {
  tooLarge: 'Your file is too large. The maximum file size is 1 MB.',
  type: 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
  name: 'Your file name is too long. The maximum file name length is 32 characters, including the extension.',
  characters:
    'Your file name has a slash, a line break or another character that cannot be kept. Please rename your file.',
  empty: 'Your file is empty. Please upload a non-empty file.',
  several: 'You can only upload one file.',
  unreadable: 'We could not read this file. Please save it again and upload it.',
  oldWord:
    'This is an older Word document, or one with a password. Please save it as .docx without a password, or as a PDF, and upload that.',
  tookTooLong: 'Converting your document took too long. Please save it as a PDF yourself and upload that.',
} as const;

const extensions = ['png', 'jpeg', 'jpg', 'pdf', 'docx'];

export const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** What leads elsewhere in a path, and what breaks a line of a list or a header. */
const unkept = /[\p{Cc}\p{Zl}\p{Zp}/\\]/u;

const isKnownType = (name: string): boolean => name.includes('.') && extensions.includes(extensionOf(name));

/** What is wrong with a file's name; undefined when nothing is. */
export function fileNameError(name: string): string | undefined {
  if (!isKnownType(name)) return uploadMessages.type;
  if (unkept.test(name)) return uploadMessages.characters;
  return name.length > limits.fileName ? uploadMessages.name : undefined;
}

/**
 * What can be known about a file before it is sent; undefined when nothing is wrong. Its size goes before the length of
 * its name: a photo that is too large can be made smaller, and gets a shorter name on the way.
 */
export function fileError({
  name,
  size,
}: {
  readonly name: string;
  readonly size: number;
}): string | undefined {
  if (size === 0) return uploadMessages.empty;
  if (isKnownType(name) && size > limits.upload) return uploadMessages.tooLarge;
  return fileNameError(name);
}

/** Rounded to whole units (form specification, point 5). */
export const formatSize = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${Math.round(bytes / 1024)} KB`
      : `${Math.round(bytes / 1_048_576)} MB`;
