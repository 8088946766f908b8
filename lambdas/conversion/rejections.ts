import { uploadMessages } from '../../shared/rules/upload.ts';

const types = '.png, .jpeg, .jpg, .pdf, .docx';

/** The messages with which a conversion can fail, in addition to those of shared/rules/upload.ts. */
export const rejectionMessages = {
  unreadable: uploadMessages.unreadable,
  locked: 'This PDF is password-protected. Please save a copy without a password and upload that.',
  oldWord: uploadMessages.oldWord,
  tooComplex:
    'This document is too complex for us to convert. Please save it as a PDF yourself and upload that.',
  tooManyPixels: 'This picture has too many pixels. Please save a smaller copy and upload that.',
  tooManyPages: 'Your document has more than 50 pages. Please upload a shorter one.',
  tooLargeAsPdf:
    'Your document is too large once it is converted to PDF. Please upload a shorter one or use smaller pictures.',
  tookTooLong: uploadMessages.tookTooLong,
  waitedTooLong:
    'Your other files took so long to convert that this one was not. Please wait for them, and upload it again.',
  converterMissing:
    'Word documents cannot be converted here, because the converter program is missing. Install LibreOffice Writer, or save the document as a PDF and upload that.',
  /** LibreOffice may have been killed from outside, or have crashed on this document. */
  converterDied:
    'We could not convert this file. Please try again, or save it as a PDF yourself and upload that.',
  ourFault: 'We could not convert this file just now. Please try again.',
} as const;

/** The message for a file whose content is not what its name says. */
export const wrongTypeMessage = (what: string, extension: string) =>
  `This file is ${what}, but its name ends in .${extension}. Please save it as one of these types and upload that: ${types}`;

/** A file that cannot be converted. The applicant reads the message. */
export class RejectedFile extends Error {
  override readonly name = 'Refused';
}

/** A file that was not converted although it may be fine: the converter is missing, crashed or hung. It wakes operators. */
export class ConverterFailure extends RejectedFile {}

export const rejectFile = (sentence: string, cause?: unknown): never => {
  throw new RejectedFile(sentence, { cause });
};

export const failConversion = (sentence: string, cause?: unknown): never => {
  throw new ConverterFailure(sentence, { cause });
};
