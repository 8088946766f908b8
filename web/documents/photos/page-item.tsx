import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { PhotoPage } from './make-pdf.ts';

/** A URL of a picture, valid while the component shows it. */
function usePictureUrl(picture: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}

interface Props {
  readonly page: PhotoPage;
  readonly index: number;
  readonly count: number;
  readonly isBusy: boolean;
  readonly onRotate: () => void;
  readonly onRemove: () => void;
}

/** One photo of the list, with its number and its buttons. */
export function PageItem({ page, index, count, isBusy, onRotate, onRemove }: Props) {
  const url = usePictureUrl(page.picture);
  const number = index + 1;
  const action = (text: string, onClick: () => void) => (
    <Button size="fit" look="quiet" isBusy={isBusy} onClick={onClick}>
      {text}
      <span className="unseen">{` page ${number}`}</span>
    </Button>
  );
  return (
    <li className="photo">
      <h3>{`Page ${number} of ${count}`}</h3>
      <div className="photo-picture">
        {url && (
          <img
            src={url}
            alt={`Page ${number}`}
            decoding="async"
            style={{ rotate: `${page.turns * 90}deg` }}
          />
        )}
      </div>
      <div className="photo-actions">
        {action('Rotate', onRotate)}
        {action('Remove', onRemove)}
      </div>
    </li>
  );
}
