import { deleteUser } from '../aws/cognito.ts';
import { applicationPdfFolder, convertedFolder, packageFolder, uploadFolder } from '../aws/object-keys.ts';
import type { BucketName } from '../aws/s3.ts';
import { eraseItems, type Person, personalDataKinds } from '../table/personal-data.ts';

// Inventory of all stored data of one applicant: items, files and the account (docs/data-retention.md).

/** The person whose data is deleted, and the user pool's name of the account. */
export interface Erased extends Person {
  readonly user: string | undefined;
}

interface ErasableData {
  readonly title: string;
  /** Deletes the data, and returns the number of deleted items. */
  readonly erase: (person: Erased) => Promise<number>;
}

interface Folder {
  readonly title: string;
  readonly bucket: BucketName;
  /** Undefined if the applicant cannot have files there. */
  readonly prefix: (person: Person) => string | undefined;
}

/** The folders with an applicant's files. */
export const folders: readonly Folder[] = [
  { title: 'Uploaded files', bucket: 'UPLOADS_BUCKET', prefix: ({ sub }) => uploadFolder(sub) },
  { title: 'Converted documents', bucket: 'DOCUMENTS_BUCKET', prefix: ({ sub }) => convertedFolder(sub) },
  { title: 'Application PDFs', bucket: 'DOCUMENTS_BUCKET', prefix: ({ sub }) => applicationPdfFolder(sub) },
  {
    title: 'The package for the university',
    bucket: 'PACKAGES_BUCKET',
    prefix: ({ confirmation }) => confirmation && packageFolder(confirmation),
  },
];

/** Deletes every version and delete marker, so nothing can be restored. */
async function eraseFolder({ bucket, prefix }: Folder, person: Erased): Promise<number> {
  const folder = prefix(person);
  if (folder === undefined) return 0;
  const { deleteVersions, listVersions } = await import('../aws/s3.ts');
  let count = 0;
  for await (const versions of listVersions(folder, bucket)) {
    if (versions.length > 0) await deleteVersions(versions, bucket);
    count += versions.length;
  }
  return count;
}

/** The account. After its deletion no one can log in, and the address is free for another sign-up. */
const account: ErasableData = {
  title: 'Account: email address and password',
  erase: async ({ user }) => (user !== undefined && (await deleteUser(user)) ? 1 : 0),
};

const erased = personalDataKinds
  .filter(({ stays }) => stays === undefined)
  .map((kind) => ({ ...kind, erase: (person: Erased) => eraseItems(kind, person) }));

/**
 * The stored data in the order of deletion. Data that is found only by the address precedes the account,
 * which is the last to store the address.
 */
export const dataInventory: readonly ErasableData[] = [
  ...erased.filter(({ isByAddress }) => isByAddress),
  account,
  ...erased.filter(({ isByAddress }) => !isByAddress),
  ...folders.map((folder) => ({
    title: folder.title,
    erase: (person: Erased) => eraseFolder(folder, person),
  })),
];
