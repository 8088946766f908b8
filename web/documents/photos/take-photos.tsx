import { type RefCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { deleteUploaded, loadPhotos, markSent, usePages } from './photo-store.ts';
import { photoCount } from './photo-texts.ts';
import { PhotosPanel } from './photos-panel.tsx';

/** Older browsers cannot draw in a worker. They upload files only. */
const canTakePhotos = typeof OffscreenCanvas === 'function' && typeof indexedDB === 'object';

interface Props {
  readonly answerKey: string;
  readonly label: string;
  /** The converted file of the question. */
  readonly attached: { readonly file_name: string; readonly file_size: number } | undefined;
  /** While a file is being uploaded or deleted, no photos are taken. */
  readonly isHidden: boolean;
  readonly focusRef: RefCallback<HTMLElement>;
  readonly onPdf: (pdf: File, note: string) => void;
}

/** 'Take photos': several photos of pages become one PDF, which is uploaded like a chosen file. */
export function TakePhotos({ answerKey, label, attached, isHidden, focusRef, onPdf }: Props) {
  const [isOpen, setOpen] = useState(false);
  const made = useRef<{ readonly pdf: File; readonly note: string }>(undefined);
  const { length } = usePages(answerKey);
  useEffect(() => void loadPhotos(answerKey), [answerKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: photos that load later may be those of the file
  useEffect(() => deleteUploaded(answerKey, attached), [answerKey, attached, length]);
  if (!canTakePhotos) return null;
  const open = () => {
    made.current = undefined; // of a dialog that was closed in the meantime
    setOpen(true);
  };
  /** The dialog has returned the focus to the button: uploading replaces that. */
  const close = () => {
    setOpen(false);
    const { current } = made;
    made.current = undefined;
    if (current === undefined) return;
    markSent(answerKey, current.pdf);
    onPdf(current.pdf, current.note);
  };
  return (
    <>
      {!isHidden && (
        <Button ref={focusRef} look={attached ? 'quiet' : 'secondary'} size="fit" onClick={open}>
          {length > 0 ? `Continue: ${photoCount(length)}` : 'Take photos'}
          <span className="unseen"> for {label}</span>
        </Button>
      )}
      <PhotosPanel
        {...{ answerKey, label, isOpen }}
        onClose={close}
        onMade={(pdf, note) => {
          made.current = { pdf, note };
          setOpen(false);
        }}
      />
    </>
  );
}
