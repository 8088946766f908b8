import { type ChangeEvent, type RefObject, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PageItem } from './page-item.tsx';
import './photos.css';
import type { Photos } from './use-photos.ts';

interface Props {
  readonly label: string;
  readonly photos: Photos;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (pdf: File) => void;
}

/** Takes photos of pages, turns them, and makes one PDF. */
export function PhotosPanel({ label, photos, isOpen, onClose, onMade }: Props) {
  const { pages, isBusy } = photos;
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    photos.remove(index);
    addButton.current?.focus();
  };
  const close = () => {
    photos.forgetStatus();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Take photos: ${label}`}
      size="full"
      actions={
        <>
          <p className="photos-status" role="status">
            {photos.status}
          </p>
          <Button size="fit" onClick={close}>
            Close
          </Button>
          {pages.length > 0 && (
            <Button look="primary" size="fit" isBusy={isBusy} onClick={() => photos.make(onMade)}>
              Upload as one PDF
            </Button>
          )}
        </>
      }
    >
      <p>One photo for each page, in their order. Put the page on a plain surface in good light.</p>
      <AddPage buttonRef={addButton} isBusy={isBusy} onFiles={photos.add} />
      <div role="alert">
        {photos.problems.map((text) => (
          <p key={text} className="notice" data-stops>
            {text}
          </p>
        ))}
      </div>
      <ol className="photos">
        {pages.map((page, index) => (
          <PageItem
            key={page.id}
            {...{ page, index, isBusy }}
            count={pages.length}
            onRotate={() => photos.rotate(index)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
    </Dialog>
  );
}

interface AddPageProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Phones open the camera; other devices, and those without permission for it, a file chooser. */
function AddPage({ buttonRef, isBusy, onFiles }: AddPageProps) {
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
    <div className="row">
      <input {...input} ref={camera} capture="environment" />
      <Button
        ref={buttonRef}
        look="primary"
        size="fit"
        isBusy={isBusy}
        onClick={() => camera.current?.click()}
      >
        Add page
      </Button>
      <input {...input} ref={library} />
      <Button className="photos-library" size="fit" isBusy={isBusy} onClick={() => library.current?.click()}>
        Choose photos
      </Button>
    </div>
  );
}
