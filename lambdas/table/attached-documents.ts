import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import type { StoredDocument } from './items.ts';

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
