import { Suspense, useState } from 'react';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const DeviceLink = lazyWithRetry(() => import('./device-link.tsx'));

/** Lets anonymous visitors continue on another device. Nothing is sent before the dialog opens. */
export function DeviceLinkButton() {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isOpen, setOpen] = useState(false);
  if (isLoggedIn) return null;
  return (
    <div className="another-device">
      <Button size="fit" look="quiet" onClick={() => setOpen(true)}>
        Continue on another device
      </Button>
      <Suspense>{isOpen && <DeviceLink onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
