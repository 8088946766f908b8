import { allowedFileName, extensionOf, uploadMessages } from '../../shared/rules/upload.ts';

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

const renamed = (file: File): File =>
  new File([file], allowedFileName(file.name), { type: file.type, lastModified: file.lastModified });

/**
 * Names the file, and says what to do about its name or size; undefined when the message says that already.
 */
export function problemOf(file: File, errors: readonly string[]): FileProblem | undefined {
  const isMisnamed = errors.some(
    (error) => error === uploadMessages.name || error === uploadMessages.characters,
  );
  if (isMisnamed) return { text: file.name, renamed: renamed(file) };
  if (!errors.includes(uploadMessages.tooLarge)) return undefined;
  const advice = smallerAdvice[extensionOf(file.name)] ?? photoAdvice;
  return { text: `${file.name} is ${megabytes(file.size)}. ${advice}` };
}
