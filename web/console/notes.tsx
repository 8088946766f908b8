import { useId } from 'react';
import type { Note } from '../../shared/api/console-replies.ts';
import { staffNotesRoutes } from '../../shared/api/console-routes.ts';
import { maxNoteLength } from '../../shared/rules/console-limits.ts';
import { useQuery } from '../api-client/queries.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import { speak } from '../ui/speak.ts';
import { useAction } from '../ui/use-action.ts';
import { callStaff } from './call-staff.ts';
import { Loaded, Problem } from './problem.tsx';
import { notesQuery, showNotes } from './queries.ts';
import { useTypedText } from './tab-data.ts';
import { shortTime } from './times.ts';

const whoSees = 'Applicants do not see notes.';

function AddNote({ applicant }: { readonly applicant: string }) {
  const [text, setText] = useTypedText(`staff-note:${applicant}`);
  const id = useId();
  const left = maxNoteLength - text.length;
  const add = useAction(async () => {
    showNotes(
      applicant,
      await callStaff(staffNotesRoutes.addNote, { params: { applicant }, body: { text } }),
    );
    setText('');
    speak('Note added');
  });
  return (
    <form
      className="stack add-note"
      onSubmit={(event) => {
        event.preventDefault();
        add.run();
      }}
    >
      <label htmlFor={id}>New note</label>
      <textarea
        id={id}
        className="control"
        rows={3}
        maxLength={maxNoteLength}
        required
        aria-describedby={`${id}-count`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="hint" id={`${id}-count`}>
        {left <= maxNoteLength / 10 ? `${left} characters left. ${whoSees}` : whoSees}
      </p>
      <Button type="submit" size="fit" isBusy={add.isBusy}>
        Add note
      </Button>
      <Problem error={add.error} />
    </form>
  );
}

interface NoteProps {
  readonly applicant: string;
  readonly note: Note;
}

/** Asks before it deletes, because a deleted note cannot be restored. */
function DeleteNote({ applicant, note }: NoteProps) {
  const { ask, error, dialog } = useConfirmation(async (close) => {
    const left = await callStaff(staffNotesRoutes.deleteNote, { params: { applicant, note: note.id } });
    close();
    showNotes(applicant, left);
    speak('Note deleted');
    document.getElementById('notes')?.focus();
  });
  return (
    <>
      <button type="button" className="link" onClick={ask}>
        Delete<span className="unseen"> your note of {shortTime(note.at)}</span>
      </button>
      <ConfirmDialog {...dialog} title="Delete this note?" action="Delete" size="next">
        <p className="note-text">{note.text}</p>
        <Problem error={error} />
      </ConfirmDialog>
    </>
  );
}

/** Private notes of staff about an application. */
export function Notes({ applicant }: { readonly applicant: string }) {
  return (
    <section className="side-part" aria-label="Private notes">
      <h2 id="notes" tabIndex={-1}>
        Private notes
      </h2>
      <Loaded query={useQuery(notesQuery(applicant))} loading="">
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="hint">There are no notes.</p>
          ) : (
            <ul className="stack notes">
              {notes.map((note) => (
                <li key={note.id}>
                  <p className="note-text">{note.text}</p>
                  <p className="hint">
                    {note.by}, {shortTime(note.at)}{' '}
                    {note.is_own && <DeleteNote applicant={applicant} note={note} />}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddNote applicant={applicant} />
    </section>
  );
}
