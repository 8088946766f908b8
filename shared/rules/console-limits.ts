/** The longest private note of staff, in characters. */
export const maxNoteLength = 4000;
