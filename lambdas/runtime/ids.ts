import * as z from 'zod/mini';

// Ids that are all text, as types that the compiler keeps apart. Parsing creates them.

/** The user pool's id of an applicant, `sub`. */
export const applicantId = z.string().check(z.minLength(1)).brand<'ApplicantId'>();
export type ApplicantId = z.output<typeof applicantId>;

/** The key of a file question that the form asks. */
export const documentKey = z.string().check(z.minLength(1)).brand<'DocumentKey'>();
export type DocumentKey = z.output<typeof documentKey>;

/** One upload of one file question. */
export const uploadId = z.string().check(z.minLength(1)).brand<'UploadId'>();
export type UploadId = z.output<typeof uploadId>;
