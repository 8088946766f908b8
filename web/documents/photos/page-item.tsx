import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type PhotoPage, thumbnailOf } from './photo-page.ts';
import { darkText } from './photo-texts.ts';

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

export type PageAction = 'rotate' | 'up' | 'down' | 'remove' | 'crop';

interface Props {
  readonly page: PhotoPage;
  readonly index: number;
  readonly count: number;
  readonly isBusy: boolean;
  readonly onAction: (action: PageAction) => void;
}

/** One photo of the list, with its number and its buttons. */
export function PageItem({ page, index, count, isBusy, onAction }: Props) {
  const url = usePictureUrl(thumbnailOf(page));
  const number = index + 1;
  const action = (name: PageAction, text: string, isOff = false) => (
    <Button
      size="fit"
      look="quiet"
      data-action={name}
      isBusy={isBusy || isOff}
      onClick={() => onAction(name)}
    >
      {text}
      <span className="unseen">
        {name === 'crop' ? ' for' : ''} page {number}
      </span>
    </Button>
  );
  return (
    <li className="photo" data-page={page.id}>
      <h3>
        Page {number} of {count}
      </h3>
      <div className="photo-picture">
        {url && <img src={url} alt={`Page ${number}`} decoding="async" data-turns={page.turns} />}
      </div>
      <div className="photo-actions">
        {action('rotate', 'Rotate')}
        {action('remove', 'Remove')}
        {action('up', 'Move up', index === 0)}
        {action('down', 'Move down', index === count - 1)}
        {page.edges && action('crop', page.isCropped ? 'Use whole photo' : 'Crop to the paper')}
      </div>
      {page.isDark && <p className="notice">{darkText(index)}</p>}
    </li>
  );
}
