import type { ReactNode } from 'react';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { Frame } from '../fields/field-frame.tsx';
import { needsAccount } from '../form/add-another.tsx';
import { useSnapshot } from '../session/session.ts';
import { Later } from '../ui/deferred.tsx';
import { lazily } from '../ui/lazy-with-retry.ts';

const Uploading = lazily(() => import('./upload-panel.tsx'));

/** A file that becomes a PDF. Visitors without an account are told to create one. */
export function DocumentField(props: { name: string; question: DocumentQuestion }) {
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const framed = (content: ReactNode) => (
    <Frame {...props} group="group">
      {() => content}
    </Frame>
  );
  if (!isLoggedIn) return framed(<p className="notice">{needsAccount}</p>);
  return (
    <Later instead={framed(<p className="file">Loading...</p>)}>
      <Uploading {...props} />
    </Later>
  );
}
