import { useNoteAnnouncement } from '../form-state/answer-notes.ts';
import { useErrorAnnouncement } from '../form-state/errors.ts';

/** Announces several new errors as one message, and notes about answers politely. Both stay at the fields. */
export const ErrorAnnouncement = () => (
  <>
    <div className="unseen" role="alert">
      {useErrorAnnouncement()}
    </div>
    <div className="unseen" role="status">
      {useNoteAnnouncement()}
    </div>
  </>
);
