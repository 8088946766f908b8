import { useState } from 'react';
import { limits } from '../../../shared/rules/limits.ts';
import { allowedFileName, uploadMessages } from '../../../shared/rules/upload.ts';
import { useAction } from '../../ui/use-action.ts';
import { isHeic } from '../inspect-file.ts';
import { makePdf, type PhotoPage, preparePhoto } from './make-pdf.ts';

const extension = '.pdf';

/** A file name that the rules allow, with as many whole words of the question as fit. */
export function photosFileName(label: string): string {
  const room = limits.fileNameLength - extension.length;
  const words = label.length > room ? label.slice(0, room + 1).replace(/\s+\S*$/, '') : label;
  return allowedFileName(words + extension);
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const photoCount = (count: number): string => counted(count, 'photo');
const pageCount = (count: number): string => counted(count, 'page');

const notMadeText = "We couldn't fit these pages into a PDF of 1 MB. Remove a page and try again.";

/** Says about one photo why it is missing, and what to do. */
async function unreadText(file: File): Promise<string> {
  const isInHeic = await isHeic(file).catch(() => false); // the file may be gone
  return `We couldn't read ${file.name}. ${isInHeic ? uploadMessages.heic : 'Please take the photo again.'}`;
}

/** The photos of one question, kept while its page is shown, and what the panel says about them. */
export function usePhotos(label: string) {
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  /** The last change, which screen readers announce. */
  const [status, setStatus] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);

  const change = (text: string, changed: readonly PhotoPage[]) => {
    setProblems([]);
    setPages(changed);
    setStatus(text);
  };

  /** Prepares one photo after the other: two large photos need too much memory on a phone. */
  const add = useAction(async (files: readonly File[]) => {
    const [added, failed]: [PhotoPage[], string[]] = [[], []];
    for (const [index, file] of files.entries()) {
      setStatus(`Preparing photo ${index + 1} of ${files.length}...`);
      try {
        added.push({ id: crypto.randomUUID(), picture: await preparePhoto(file), turns: 0 });
      } catch {
        failed.push(await unreadText(file));
      }
    }
    change(added.length > 0 ? `${pageCount(added.length)} added.` : '', [...pages, ...added]);
    setProblems([...new Set(failed)]); // phones name every photo alike
  });

  const make = useAction(
    async (onMade: (pdf: File) => void) => {
      setProblems([]);
      setStatus('Making your PDF...');
      const pdf = await makePdf(label, pages).finally(() => setStatus(''));
      onMade(new File([pdf], photosFileName(label), { type: 'application/pdf' }));
    },
    () => setProblems([notMadeText]),
  );

  return {
    ...{ pages, status, problems },
    isBusy: add.isBusy || make.isBusy,
    add: add.run,
    make: make.run,
    rotate: (index: number) =>
      change(
        `Page ${index + 1} turned to the right.`,
        pages.map((page, at) => (at === index ? { ...page, turns: (page.turns + 1) % 4 } : page)),
      ),
    remove: (index: number) =>
      change(
        `Page ${index + 1} removed. ${pageCount(pages.length - 1)} left.`,
        pages.filter((_, at) => at !== index),
      ),
    clear: () => change('', []),
    /** For the next time the panel opens. */
    forgetStatus: () => change('', pages),
  };
}

export type Photos = ReturnType<typeof usePhotos>;
