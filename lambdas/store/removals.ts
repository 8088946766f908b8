import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { ApplicantId, UploadId } from '../runtime/ids.ts';
import type { Write } from './change.ts';
import { deleteItem, putItem } from './change.ts';
import type { Removal, StoredDocument } from './items.ts';
import { keys, parts } from './keys.ts';
import { TableName, table } from './table.ts';

export const removalOf = ({ gen, object_key, pdf_key }: StoredDocument): Removal => ({
  gen,
  object_key,
  pdf_key,
});

/**
 * What a change writes when a document leaves the application: its files are still to be removed, and so are the PDF
 * copies. The current copy is forgotten in the same moment, so that one being made does not come to stand.
 */
export const removalWrites = (sub: ApplicantId, document: StoredDocument): readonly Write[] => [
  putItem(sub, parts.removal(document.gen), { ...removalOf(document) }),
  deleteItem(sub, parts.copy),
];

/** The files are gone. */
export async function deleteRemoval(sub: ApplicantId, gen: UploadId): Promise<void> {
  const Key = { pk: keys.application(sub), sk: parts.removal(gen) };
  await table.send(new DeleteCommand({ TableName, Key }));
}
