import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type PageAction, PageItem } from './page-item.tsx';
import { useIsKept } from './photo-store.ts';
import { subjectOf } from './photo-texts.ts';
import './photos.css';
import { usePhotos } from './use-photos.ts';

const notKeptText = 'This browser cannot keep the photos. Upload them before you close this page.';

interface Props {
  readonly answerKey: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (pdf: File, note: string) => void;
}

/** Takes photos of pages, orders and turns them, and makes one PDF. Works offline once it is open. */
export function PhotosPanel({ answerKey, label, isOpen, onClose, onMade }: Props) {
  const photos = usePhotos(answerKey, label, isOpen);
  const { pages, isBusy, isMaking, removed } = photos;
  const isKept = useIsKept();
  const undo = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  /** Finds the element that gets the focus after the next change of the pages. */
  const focusNext = useRef<() => HTMLElement | null | undefined>(undefined);
  useLayoutEffect(() => {
    const element = focusNext.current?.();
    if (!element) return;
    element.focus();
    focusNext.current = undefined;
  });

  const focusAction = (id: string | undefined, action: PageAction) => {
    focusNext.current = () =>
      list.current?.querySelector<HTMLElement>(`[data-page="${id}"] [data-action="${action}"]`);
  };
  const act = (index: number) => (action: PageAction) => {
    const page = pages[index];
    if (action === 'rotate') photos.turn(index);
    if (action === 'crop') photos.crop(index, !page?.isCropped);
    if (action === 'remove') {
      focusNext.current = () => undo.current;
      photos.remove(index);
    }
    if (action === 'up' || action === 'down') {
      focusAction(page?.id, action);
      photos.move(index, action === 'up' ? -1 : 1);
    }
  };
  const undoRemoval = () => {
    focusAction(removed?.page.id, 'rotate');
    photos.undo();
  };
  const close = () => {
    photos.forgetStatus();
    onClose();
  };
  const upload = async () => {
    const made = await photos.make();
    if (made !== undefined) onMade(made.pdf, made.note);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Take photos: ${subjectOf(label)}`}
      size="full"
      actions={
        <>
          <p className="photos-status" role="status">
            {photos.status}
          </p>
          {removed && (
            <Button ref={undo} look="quiet" size="fit" onClick={undoRemoval}>
              Undo<span className="unseen"> removing page {removed.index + 1}</span>
            </Button>
          )}
          <Button size="fit" onClick={close}>
            Close
          </Button>
          {pages.length > 0 && (
            <Button look="primary" size="fit" isBusy={isBusy} onClick={() => void upload()}>
              Upload as one PDF
            </Button>
          )}
        </>
      }
    >
      <p>One photo for each page. Put the page on a dark, plain surface in good light.</p>
      <AddPage isBusy={isMaking} onFiles={(files) => void photos.add(files)} />
      {!isKept && <p className="notice">{notKeptText}</p>}
      <div role="alert">
        {photos.problems.map((text) => (
          <p key={text} className="notice" data-stops>
            {text}
          </p>
        ))}
      </div>
      <ol ref={list} className="photos">
        {pages.map((page, index) => (
          <PageItem key={page.id} {...{ page, index, isBusy }} count={pages.length} onAction={act(index)} />
        ))}
      </ol>
    </Dialog>
  );
}

interface AddPageProps {
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Phones open the camera; other devices, and those without permission for it, a file chooser. */
function AddPage({ isBusy, onFiles }: AddPageProps) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const input = {
    hidden: true, // the dialog would focus an input that is only visually hidden
    type: 'file',
    accept: 'image/*',
    multiple: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onFiles([...(event.target.files ?? [])]);
      event.target.value = '';
    },
  } as const;
  return (
    <div className="photos-add">
      <input {...input} ref={camera} capture="environment" />
      <Button look="primary" size="fit" isBusy={isBusy} onClick={() => camera.current?.click()}>
        Add page
      </Button>
      <input {...input} ref={library} />
      <Button className="photos-library" size="fit" isBusy={isBusy} onClick={() => library.current?.click()}>
        Choose photos
      </Button>
    </div>
  );
}
