import type { ReactNode } from 'react';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { needsAccount } from '../fields/needs-account.ts';
import { useSession } from '../session/session.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const Uploading = lazyWithRetry(() => import('./upload-panel.tsx'));

/** A file that becomes a PDF. Visitors without an account are told to create one. */
export function DocumentField(props: { name: string; question: DocumentQuestion }) {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const framed = (content: ReactNode) => (
    <FieldFrame {...props} group="group">
      {() => content}
    </FieldFrame>
  );
  if (!isLoggedIn) return framed(<p className="notice">{needsAccount}</p>);
  return (
    <Deferred fallback={framed(<p className="file">Loading...</p>)}>
      <Uploading {...props} />
    </Deferred>
  );
}
