import type { ReactNode } from 'react';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { NeedsAccount } from '../fields/needs-account.tsx';
import { useSession } from '../session/session.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/retry.ts';

const UploadPanel = lazyWithRetry(() => import('./upload-panel.tsx'));

/** A file question. Anonymous visitors are asked to create an account. */
export function DocumentField(props: { name: string; question: DocumentQuestion }) {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const inFrame = (content: ReactNode) => (
    <FieldFrame {...props} group="group">
      {() => content}
    </FieldFrame>
  );
  if (!isLoggedIn) return inFrame(<NeedsAccount className="notice" />);
  return (
    <Deferred fallback={inFrame(<p className="row file">Loading...</p>)}>
      <UploadPanel {...props} />
    </Deferred>
  );
}
