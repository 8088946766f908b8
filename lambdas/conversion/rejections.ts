import { uploadMessages } from '../../shared/rules/upload.ts';

const types = '.png, .jpeg, .jpg, .pdf, .docx';

/** The messages with which a conversion can fail, in addition to those of shared/rules/upload.ts. */
export const rejectionMessages = {
  unreadable: uploadMessages.unreadable,
  locked: 'This PDF is password-protected. Please save a copy without a password and upload that.',
  undrawable: 'This PDF has a form field or a note that we cannot copy. Print it to a PDF and upload that.',
  acrobatOnly: 'This PDF only opens in Adobe Acrobat. Print it to a PDF there and upload that.',
  portfolio:
    'This PDF is a portfolio, a cover page with other files inside. Combine them into one PDF and upload that.',
  endlessDrawing:
    'This PDF is too complex for us to copy. Please scan or photograph its pages, and upload that as one PDF.',
  oldWord: uploadMessages.oldWord,
  tooComplex: 'This document is too complex for us to convert. Please save it as a PDF and upload that.',
  tooManyPixels: 'This image has too many pixels. Please save a smaller copy and upload that.',
  tooManyPages: 'Your document has more than 50 pages. Please upload a shorter one.',
  tooLargeAsPdf:
    'Your document is too big after we convert it to PDF. Please upload a shorter one or use smaller images.',
  tookTooLong: uploadMessages.tookTooLong,
  waitedTooLong: "We're still converting your other files. Wait for those, then upload this one again.",
  converterMissing:
    "We can't convert Word documents here, because the converter program is missing. Install LibreOffice Writer, or save the document as a PDF and upload that.",
  /** LibreOffice may have been killed from outside, or have crashed on this document. */
  converterDied: "We couldn't convert this file. Please try again, or save it as a PDF and upload that.",
  ourFault: "We couldn't convert this file right now. Please try again.",
} as const;

/** The message for a file whose content is not what its name says. */
export const wrongTypeMessage = (what: string, extension: string) =>
  `This file is ${what}, but its name ends in .${extension}. Please save it as one of these types and upload that: ${types}`;

/** A file that cannot be converted. The applicant reads the message. */
export class RejectedFile extends Error {
  override readonly name = 'Refused';
}

/**
 * A file that was not converted although it may be fine: the converter is missing, crashed or hung. It wakes
 * operators.
 */
export class ConverterFailure extends RejectedFile {}

export const rejectFile = (sentence: string, cause?: unknown): never => {
  throw new RejectedFile(sentence, { cause });
};

export const failConversion = (sentence: string, cause?: unknown): never => {
  throw new ConverterFailure(sentence, { cause });
};
