import { type RefCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PhotosPanel } from './photos-panel.tsx';
import { photoCount, usePhotos } from './use-photos.ts';

interface Props {
  readonly label: string;
  /** The converted file of the question. */
  readonly attached: { readonly file_name: string; readonly file_size: number } | undefined;
  /** While a file is being uploaded or deleted, no photos are taken. */
  readonly isHidden: boolean;
  readonly focusRef: RefCallback<HTMLElement>;
  readonly onPdf: (pdf: File) => void;
}

/**
 * 'Take photos', on devices with a touch screen: several photos of pages become one PDF, which is uploaded
 * like a chosen file. The photos stay until that file is converted.
 */
export function TakePhotos({ label, attached, isHidden, focusRef, onPdf }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<File>();
  const made = useRef<File>(undefined);
  const photos = usePhotos(label);
  const { length } = photos.pages;
  useEffect(() => {
    if (sent === undefined || sent.name !== attached?.file_name || sent.size !== attached.file_size) return;
    setSent(undefined);
    photos.clear();
  });
  if (!matchMedia('(any-pointer: coarse)').matches) return null;
  const open = () => {
    made.current = undefined; // of a dialog that was closed before its PDF was made
    setSent(undefined);
    setOpen(true);
  };
  /** The dialog has returned the focus to the button: uploading replaces that. */
  const close = () => {
    setOpen(false);
    const { current } = made;
    made.current = undefined;
    if (current === undefined) return;
    setSent(current);
    onPdf(current);
  };
  return (
    <>
      {!isHidden && (
        <Button ref={focusRef} look="quiet" size="fit" onClick={open}>
          <span>{length > 0 ? `Continue: ${photoCount(length)}` : 'Take photos'}</span>
          <span className="unseen"> for {label}</span>
        </Button>
      )}
      <PhotosPanel
        {...{ label, photos, isOpen }}
        onClose={close}
        onMade={(pdf) => {
          made.current = pdf;
          setOpen(false);
        }}
      />
    </>
  );
}
