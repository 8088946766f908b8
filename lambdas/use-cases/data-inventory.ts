import { deleteUser } from '../aws/cognito-user.ts';
import { applicationPdfFolder, convertedFolder, packageFolder, uploadFolder } from '../aws/object-keys.ts';
import type { BucketName } from '../aws/s3-versions.ts';
import { eraseItems, type Person, personalDataKinds } from '../store/personal-data.ts';

// Everything that the product holds about one applicant: items, files and the account (docs/data-retention.md).

/** Who is erased, and the user pool's name of the account. */
export interface Erased extends Person {
  readonly user: string | undefined;
}

interface ErasableData {
  readonly title: string;
  /** Erases it, and returns how much of it there was. */
  readonly erase: (person: Erased) => Promise<number>;
}

interface Folder {
  readonly title: string;
  readonly bucket: BucketName;
  /** Undefined when the applicant can have no files there. */
  readonly prefix: (person: Person) => string | undefined;
}

/** Where an applicant's files are. */
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

/** Every version and every delete marker, so that nothing of them is left. */
async function eraseFolder({ bucket, prefix }: Folder, person: Erased): Promise<number> {
  const folder = prefix(person);
  if (folder === undefined) return 0;
  const { deleteVersions, listVersions } = await import('../aws/s3-versions.ts');
  let count = 0;
  for await (const versions of listVersions(folder, bucket)) {
    if (versions.length > 0) await deleteVersions(versions, bucket);
    count += versions.length;
  }
  return count;
}

/** From then on nobody logs in, and the address can be signed up for again. */
const account: ErasableData = {
  title: 'Account: email address and password',
  erase: async ({ user }) => (user !== undefined && (await deleteUser(user)) ? 1 : 0),
};

const erased = personalDataKinds
  .filter(({ stays }) => stays === undefined)
  .map((kind) => ({ ...kind, erase: (person: Erased) => eraseItems(kind, person) }));

/** In the order in which they are erased: what only an address finds goes before the account, which is the last to say the address. */
export const dataInventory: readonly ErasableData[] = [
  ...erased.filter(({ isByAddress }) => isByAddress),
  account,
  ...erased.filter(({ isByAddress }) => !isByAddress),
  ...folders.map((folder) => ({
    title: folder.title,
    erase: (person: Erased) => eraseFolder(folder, person),
  })),
];
