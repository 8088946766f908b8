import { useLinkNotice } from '../form-state/form-store.ts';

/** Tells what happened to the answers of a device link. */
export function LinkNotice() {
  const notice = useLinkNotice();
  return notice === '' ? null : (
    <p className="notice" role="status">
      {notice}
    </p>
  );
}
