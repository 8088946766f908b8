import { useErrorAnnouncement } from '../form-state/errors.ts';

/** Announces several new errors as one message. The messages at the fields stay. */
export const ErrorAnnouncement = () => (
  <div className="unseen" role="alert">
    {useErrorAnnouncement()}
  </div>
);
