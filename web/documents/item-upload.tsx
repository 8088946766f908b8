import { document } from '../../shared/form/index.ts';
import { keyOfItem } from '../../shared/rules/checklist-documents.ts';
import { itemName, itemTitle } from '../../shared/rules/item-names.ts';
import { documentsQuery, useQuery } from '../api-client/queries.ts';
import { Button } from '../ui/button.tsx';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/retry.ts';

const UploadPanel = lazyWithRetry(() => import('./upload-panel.tsx'));

const hint =
  'A copy is unofficial. We still need the official one. One file, up to 1 MB (PNG, JPEG, PDF, Word).';

/** Sends a copy of a checklist item, and replaces or deletes it until the office has checked it. */
export function ItemUpload({ item }: { readonly item: string }) {
  const { isPending, isError, isFetching, refetch } = useQuery(documentsQuery);
  const loading = <p className="row file">Loading...</p>;
  if (isError)
    return (
      <p className="row file">
        We can't show the files you sent right now.{' '}
        <Button size="fit" isBusy={isFetching} onClick={() => void refetch()}>
          Try again<span className="unseen"> to show your copy: {itemName(item)}</span>
        </Button>
      </p>
    );
  if (isPending) return loading;
  return (
    <Deferred fallback={loading}>
      <UploadPanel name={keyOfItem(item)} question={document(itemTitle(item), { hint })} />
    </Deferred>
  );
}
