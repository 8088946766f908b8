import { useErrorAnnouncement } from '../form-state/errors.ts';
import { useSpokenText } from '../ui/speak.ts';

/** The live regions of the form: several new errors as one message, and one region for every status. */
export const Announcements = () => (
  <>
    <div className="unseen" role="alert">
      {useErrorAnnouncement()}
    </div>
    <div className="unseen" role="status">
      {useSpokenText()}
    </div>
  </>
);
