import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import { uploadOf } from '../aws/object-keys.ts';
import type { ApplicantId, UploadId } from '../runtime/ids.ts';
import { putItem } from './change.ts';
import type { Removal, StoredDocument } from './items.ts';
import { keys, parts } from './keys.ts';
import { pdfRemovals } from './pdfs.ts';
import { del, type Write } from './table.ts';

/**
 * The converted document of a file question: the newest upload or, until that is converted, the one that it
 * replaces.
 */
export function attachedDocument({ replaces, ...newest }: StoredDocument): StoredDocument | undefined {
  return newest.status === 'COMPLETED' ? newest : replaces;
}

type Documents = Iterable<readonly [string, StoredDocument]>;

/** The converted documents of an application, by file question. */
export const attachedDocuments = (documents: Documents): readonly (readonly [string, StoredDocument])[] =>
  [...documents].flatMap(([key, document]) => {
    const attached = attachedDocument(document);
    return attached === undefined ? [] : [[key, attached] as const];
  });

/** Documents as listed by `GET /api/document-answer`. Only those of checklist items have a time. */
export const completedDocuments = (documents: Documents) =>
  Object.fromEntries(
    attachedDocuments(documents).map(([key, { file_name = '', file_size = 0, sent_at }]) => [
      key,
      { file_name, file_size, ...(sent_at !== undefined && { sent_at }) },
    ]),
  );

/** The times at which the applicant sent documents for checklist items, by item. */
export const sentDocuments = (documents: Documents): Readonly<Record<string, string>> =>
  Object.fromEntries(
    attachedDocuments(documents).flatMap(([key, { sent_at }]) => {
      const item = itemOfKey(key);
      return item === undefined || sent_at === undefined ? [] : [[item, sent_at]];
    }),
  );

/**
 * The files of a document. Those of one that is being converted stay listed until nothing can write its PDF
 * any more.
 */
export const removalOf = ({ gen, object_key, pdf_key, status, deadline }: StoredDocument): Removal => ({
  gen,
  object_key,
  pdf_key,
  ...(status === 'IN_PROGRESS' && { until: deadline }),
});

/** The writes that list the files of documents for removal. */
export const listRemovals = (sub: ApplicantId, documents: readonly StoredDocument[]): readonly Write[] =>
  documents.map((document) => putItem(sub, parts.removal(document.gen), { ...removalOf(document) }));

/** Application PDFs contain the documents of the form, and none of checklist items. */
const isInPdfs = ({ object_key }: StoredDocument): boolean =>
  itemOfKey(uploadOf(object_key).answer_key) === undefined;

/**
 * The writes with which documents leave an application: their files still have to be removed, and so do the
 * PDFs that contain them. They also remove the items of the current PDFs, so that a PDF that is being drawn
 * does not become a current one.
 */
export const removalWrites = (sub: ApplicantId, documents: readonly StoredDocument[]): readonly Write[] => [
  ...listRemovals(sub, documents),
  ...(documents.some(isInPdfs) ? pdfRemovals(sub) : []),
];

/** Records that the files were removed. */
export async function deleteRemoval(sub: ApplicantId, gen: UploadId): Promise<void> {
  await del({ pk: keys.application(sub), sk: parts.removal(gen) });
}
