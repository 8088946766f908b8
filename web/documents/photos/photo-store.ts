import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { getSession } from '../../session/session.ts';
import { readPhotos, savePhotos, whenPhotosAreDeleted } from '../../session/stored-photos.ts';
import { getDraftOwner } from '../../session/unsaved-answers.ts';
import type { PageSettings, PhotoPage, PreparedPhoto } from './photo-page.ts';

/** The PDF made of the photos that was last uploaded. */
interface SentPdf {
  readonly file_name: string;
  readonly file_size: number;
}

/** The photos of one question. They stay in memory where the browser cannot keep them. */
interface Photos {
  readonly pages: readonly PhotoPage[];
  readonly sent: SentPdf | undefined;
}

interface State {
  /** By user and question: another user of this page must not see the photos. */
  readonly lists: Readonly<Record<string, Photos>>;
  /** False after the browser failed to store a photo. */
  readonly isKept: boolean;
}

const noPhotos: Photos = { pages: [], sent: undefined };
const empty: State = { lists: {}, isKept: true };
const store = createStore<State>(() => empty);

whenPhotosAreDeleted(() => store.setState(empty));

const idOf = (answerKey: string): string => `${getDraftOwner()} ${answerKey}`;
const photosOf = (answerKey: string): Photos => store.getState().lists[idOf(answerKey)] ?? noPhotos;
export const getPages = (answerKey: string): readonly PhotoPage[] => photosOf(answerKey).pages;

export const usePages = (answerKey: string): readonly PhotoPage[] =>
  useStore(store, ({ lists }) => lists[idOf(answerKey)] ?? noPhotos).pages;
export const useIsKept = (): boolean => useStore(store, ({ isKept }) => isKept);

const setPhotos = (answerKey: string, photos: Photos): void =>
  store.setState(({ lists }) => ({ lists: { ...lists, [idOf(answerKey)]: photos } }));

type StoredPicture = PreparedPhoto & { readonly id: string };

let saved: Promise<unknown> = Promise.resolve();

/** Stores what has changed since `before`, after earlier changes. */
function keep(answerKey: string, before: readonly PhotoPage[]): void {
  const { pages, sent } = photosOf(answerKey);
  const owner = getDraftOwner();
  const known = new Set(before.map(({ id }) => id));
  const current = new Set(pages.map(({ id }) => id));
  const change = {
    list: { pages: pages.map(({ id, turns, isCropped }): PageSettings => ({ id, turns, isCropped })), sent },
    added: pages
      .filter(({ id }) => !known.has(id))
      .map(({ turns, isCropped, ...picture }): StoredPicture => picture),
    removed: before.filter(({ id }) => !current.has(id)).map(({ id }) => id),
  };
  saved = saved
    .then(() => (getSession().is_logged_in ? savePhotos(owner, answerKey, change) : undefined))
    .catch(() => store.setState({ isKept: false }));
}

const loading = new Map<string, Promise<void>>();

async function load(answerKey: string): Promise<void> {
  type List = { readonly pages: readonly PageSettings[]; readonly sent?: SentPdf };
  const owner = getDraftOwner();
  const { list, pictures } = await readPhotos<List, StoredPicture>(owner, answerKey);
  if (!getSession().is_logged_in || owner !== getDraftOwner()) return;
  const pages = (list?.pages ?? []).flatMap((settings): readonly PhotoPage[] => {
    const picture = pictures.find(({ id }) => id === settings.id);
    return picture === undefined ? [] : [{ ...picture, ...settings }];
  });
  // Photos taken in the meantime come after those of an earlier visit.
  const { pages: taken } = photosOf(answerKey);
  if (pages.length > 0) setPhotos(answerKey, { pages: [...pages, ...taken], sent: list?.sent });
}

/** Reads the photos of an earlier visit. Does nothing if this page has some already. */
export async function loadPhotos(answerKey: string): Promise<void> {
  if (getPages(answerKey).length > 0) return;
  const running = loading.get(answerKey) ?? load(answerKey).finally(() => loading.delete(answerKey));
  loading.set(answerKey, running);
  // A browser that denies the storage has no photos of an earlier visit.
  await running.catch(() => {});
}

/** Changes the pages of a question. A PDF that was uploaded before is not made of them. */
export function changePages(
  answerKey: string,
  change: (pages: readonly PhotoPage[]) => readonly PhotoPage[],
): void {
  // A photo may be ready after a log-out.
  if (!getSession().is_logged_in) return;
  const { pages } = photosOf(answerKey);
  setPhotos(answerKey, { pages: change(pages), sent: undefined });
  keep(answerKey, pages);
}

/** Remembers the PDF that is being uploaded, until the server has converted it. */
export function markSent(answerKey: string, { name, size }: File): void {
  const { pages } = photosOf(answerKey);
  setPhotos(answerKey, { pages, sent: { file_name: name, file_size: size } });
  keep(answerKey, pages);
}

/** Deletes the photos once the server shows their PDF, also after a reload. */
export function deleteUploaded(answerKey: string, attached: SentPdf | undefined): void {
  const { sent } = photosOf(answerKey);
  if (attached === undefined || sent === undefined) return;
  if (sent.file_name === attached.file_name && sent.file_size === attached.file_size)
    changePages(answerKey, () => []);
}
