import { lazy, Suspense } from 'react';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { needsAccount } from '../form/add-another.tsx';
import { useSnapshot } from '../session/snapshot.ts';
import { Frame } from './frame.tsx';

const Uploading = lazy(() => import('./uploading.tsx'));

/** A file that becomes a PDF. Visitors without an account are told to create one. */
export function DocumentField(props: { name: string; question: DocumentQuestion }) {
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const withoutAccount = (
    <Frame {...props} group="group">
      {() => <p className="notice">{needsAccount}</p>}
    </Frame>
  );
  return isLoggedIn ? (
    <Suspense>
      <Uploading {...props} />
    </Suspense>
  ) : (
    withoutAccount
  );
}
