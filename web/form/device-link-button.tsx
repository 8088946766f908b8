import { Suspense, useState } from 'react';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const DeviceLink = lazyWithRetry(() => import('./device-link.tsx'));

/** Lets anonymous visitors at a wide screen continue on their phone. The dialog sends when it opens. */
export function DeviceLinkButton() {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isOpen, setOpen] = useState(false);
  if (isLoggedIn) return null;
  return (
    <div className="on-your-phone">
      <Button size="fit" look="quiet" onClick={() => setOpen(true)}>
        Continue on your phone
      </Button>
      <Suspense>{isOpen && <DeviceLink onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
