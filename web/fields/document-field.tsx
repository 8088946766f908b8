import { lazy } from 'react';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { needsAccount } from '../form/add-another.tsx';
import { useSnapshot } from '../session/snapshot.ts';
import { Later } from '../ui/later.tsx';
import { Frame } from './frame.tsx';

const Uploading = lazy(() => import('./uploading.tsx'));

/** A file that becomes a PDF. Visitors without an account are told to create one. */
export function DocumentField(props: { name: string; question: DocumentQuestion }) {
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const note = (words: string) => (
    <Frame {...props} group="group">
      {() => <p className="notice">{words}</p>}
    </Frame>
  );
  if (!isLoggedIn) return note(needsAccount);
  return (
    <Later instead={note('Loading...')}>
      <Uploading {...props} />
    </Later>
  );
}
