/**
 * Photos of pages that an applicant has not uploaded yet, in IndexedDB. For seven days they survive a reload
 * and a closed tab. All functions reject if the browser denies the storage or has no space.
 */

const databaseName = 'matricula-photos';
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/** A photo. The rest of it is for the module that stores it. */
interface StoredPicture {
  readonly id: string;
}

/** The photos of one question, in their order. */
interface StoredList {
  readonly pages: readonly { readonly id: string }[];
}

type Stored<Content> = Content & { readonly id: string; readonly owner: string; readonly at: number };

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('lists', { keyPath: 'id' });
    request.result.createObjectStore('pictures', { keyPath: 'id' });
  };
  return settled(request);
}

interface Stores {
  readonly lists: IDBObjectStore;
  readonly pictures: IDBObjectStore;
}

/** Runs requests in one transaction. The database is closed after it, so that a log-out can delete it. */
async function transact<Result>(
  mode: IDBTransactionMode,
  run: (stores: Stores) => Result | Promise<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(['lists', 'pictures'], mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([
      run({ lists: transaction.objectStore('lists'), pictures: transaction.objectStore('pictures') }),
      done,
    ]);
    return result;
  } finally {
    database.close();
  }
}

interface Change<List, Picture> {
  readonly list: List;
  readonly added: readonly Picture[];
  readonly removed: readonly string[];
}

const listId = (owner: string, answerKey: string) => `${owner} ${answerKey}`;

/** Stores the list of a question's photos, with the added ones, and deletes the removed ones. */
export const savePhotos = <List extends StoredList, Picture extends StoredPicture>(
  owner: string,
  answerKey: string,
  { list, added, removed }: Change<List, Picture>,
): Promise<void> =>
  transact('readwrite', ({ lists, pictures }) => {
    const at = Date.now();
    if (list.pages.length === 0) lists.delete(listId(owner, answerKey));
    else lists.put({ ...list, id: listId(owner, answerKey), owner, at });
    for (const picture of added) pictures.put({ ...picture, owner, at });
    for (const id of removed) pictures.delete(id);
  });

/** Reads the photos of a question. Those that have expired are missing. */
export async function readPhotos<List extends StoredList, Picture extends StoredPicture>(
  owner: string,
  answerKey: string,
): Promise<{ readonly list: List | undefined; readonly pictures: readonly Picture[] }> {
  await deleteOldPhotos(owner);
  return transact('readonly', async ({ lists, pictures }) => {
    const list = await settled<List | undefined>(lists.get(listId(owner, answerKey)));
    const found = await Promise.all(
      (list?.pages ?? []).map(({ id }) => settled<Picture | undefined>(pictures.get(id))),
    );
    return { list, pictures: found.filter((picture) => picture !== undefined) };
  });
}

/** Deletes photos of other accounts, and those older than seven days. */
export const deleteOldPhotos = (owner: string): Promise<void> =>
  transact('readwrite', ({ lists, pictures }) => {
    for (const store of [lists, pictures])
      store.openCursor().onsuccess = ({ target }) => {
        const { result: cursor } = target as IDBRequest<IDBCursorWithValue | null>;
        if (cursor === null) return;
        const stored: Stored<object> = cursor.value;
        if (stored.owner !== owner || Date.now() - stored.at > maxAgeMs) cursor.delete();
        cursor.continue();
      };
  });

let onDeletion = (): void => {};

/** Registers the removal of photos from this page's memory. */
export const whenPhotosAreDeleted = (run: () => void): void => {
  onDeletion = run;
};

/** Deletes all photos in this browser. */
export async function deletePhotos(): Promise<void> {
  onDeletion();
  await settled(indexedDB.deleteDatabase(databaseName));
}
