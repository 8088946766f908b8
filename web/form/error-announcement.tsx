import { useErrorAnnouncement } from '../form-state/errors.ts';

/** Says what is wrong with several fields at once, in one message. The words beside each field stay where they are. */
export const ErrorAnnouncement = () => (
  <div className="unseen" role="alert">
    {useErrorAnnouncement()}
  </div>
);
