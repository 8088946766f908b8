import { useEffect, useState } from 'react';
import { uploadMessages } from '../../../shared/rules/upload.ts';
import { isHeic } from '../inspect-file.ts';
import { cropOf, inserted, moved, type PhotoPage, turned, withCrop, without } from './photo-page.ts';
import { changePages, getPages, usePages } from './photo-store.ts';
import {
  type AddedPage,
  addedText,
  pageCount,
  photosFileName,
  subjectOf,
  tooLargeText,
} from './photo-texts.ts';
import { makePdf, preparePhoto, startPhotosWorker } from './photos-worker.ts';

const grayNote = 'We saved the pages in gray, so they fit in 1 MB.';
const notMadeText = "This browser couldn't make the PDF. Remove a page and try again.";

/** Says about one photo why it is missing, and what to do. */
async function unreadText(file: File): Promise<string> {
  const isInHeic = await isHeic(file).catch(() => false); // the file may be gone
  return `We couldn't read ${file.name}. ${isInHeic ? uploadMessages.heic : 'Please take the photo again.'}`;
}

interface Removed {
  readonly page: PhotoPage;
  readonly index: number;
}

/** The pages of one question, and what the panel says about them. */
export function usePhotos(answerKey: string, label: string, isOpen: boolean) {
  const pages = usePages(answerKey);
  /** The last change, which screen readers announce. */
  const [status, setStatus] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<Removed>();
  /** Choices whose photos are being prepared: a phone may take the next one in the meantime. */
  const [adding, setAdding] = useState(0);
  const [isMaking, setMaking] = useState(false);
  useEffect(() => {
    if (isOpen) startPhotosWorker();
  }, [isOpen]);

  const change = (text: string, how: (pages: readonly PhotoPage[]) => readonly PhotoPage[]) => {
    setRemoved(undefined);
    setProblems([]);
    changePages(answerKey, how);
    setStatus(text);
  };

  const addOne = async (file: File): Promise<AddedPage> => {
    const photo = await preparePhoto(file);
    const page = { ...photo, id: crypto.randomUUID(), turns: 0, isCropped: photo.edges !== undefined };
    changePages(answerKey, (before) => [...before, page]);
    return { ...page, index: getPages(answerKey).length - 1 };
  };

  const add = async (files: readonly File[]) => {
    if (files.length === 0 || isMaking) return;
    setAdding((count) => count + 1);
    setRemoved(undefined);
    const [added, failed]: [AddedPage[], string[]] = [[], []];
    for (const [index, file] of files.entries()) {
      setStatus(`Preparing photo ${index + 1} of ${files.length}...`);
      try {
        added.push(await addOne(file));
      } catch {
        failed.push(await unreadText(file));
      }
    }
    setProblems([...new Set(failed)]); // phones name every photo alike
    setStatus(addedText(added));
    setAdding((count) => count - 1);
  };

  /** Resolves to the file and a note about it, or to undefined when the pages do not fit. */
  const make = async () => {
    setMaking(true);
    setRemoved(undefined);
    setProblems([]);
    setStatus('Making your PDF...');
    const drawn = pages.map((page) => ({ picture: page.picture, crop: cropOf(page), turns: page.turns }));
    try {
      const made = await makePdf({ title: subjectOf(label), pages: drawn });
      setStatus('');
      if (!made.fits) return setProblems([tooLargeText(pages.length, made.removed)]);
      const pdf = new File([made.pdf], photosFileName(label), { type: 'application/pdf' });
      return { pdf, note: made.isGray ? grayNote : '' };
    } catch {
      setStatus('');
      setProblems([notMadeText]);
    } finally {
      setMaking(false);
    }
  };

  return {
    ...{ pages, status, problems, removed, isMaking, add, make },
    isBusy: adding > 0 || isMaking,
    turn: (index: number) =>
      change(`Page ${index + 1} turned to the right.`, (before) => turned(before, index)),
    crop: (index: number, isCropped: boolean) =>
      change(
        isCropped ? `Page ${index + 1} is cropped to the paper.` : `Page ${index + 1} shows the whole photo.`,
        (before) => withCrop(before, index, isCropped),
      ),
    move: (index: number, by: number) =>
      change(`Page ${index + 1} is page ${index + 1 + by} now.`, (before) => moved(before, index, by)),
    remove: (index: number) => {
      const page = pages[index];
      if (page === undefined) return;
      change(`Page ${index + 1} removed. ${pageCount(pages.length - 1)} left.`, (before) =>
        without(before, index),
      );
      setRemoved({ page, index });
    },
    undo: () => {
      if (removed === undefined) return;
      const { page, index } = removed;
      change(`Page ${index + 1} is back.`, (before) => inserted(before, index, page));
    },
    /** For the next time the panel opens. */
    forgetStatus: () => {
      setStatus('');
      setProblems([]);
      setRemoved(undefined);
    },
  };
}
