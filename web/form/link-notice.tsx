import { useLinkNotice } from '../form-state/form-store.ts';

/** What became of the answers that a device link brought. */
export function LinkNotice() {
  const notice = useLinkNotice();
  return notice === '' ? null : (
    <p className="notice" role="status">
      {notice}
    </p>
  );
}
