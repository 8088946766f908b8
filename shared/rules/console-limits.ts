/** The longest private note of staff, in characters. */
export const maxNoteLength = 4000;

/** Rows of checklist items in one call. More would exceed its timeout. */
export const maxItemRows = 20;
/**
 * Maximum cell length, in characters, of a list of checklist items. No applicant, item name or day is longer.
 */
export const maxItemCellLength = 320;
/** The most lines and characters of a list that the console reads: a day of a large office, and no bomb. */
export const maxListLines = 2_000;
export const maxListCharacters = 500_000;

/** The most application PDFs in one download of the console. */
export const maxPdfs = 500;
/** The longest reason for a change of the settings, in characters. */
export const maxReasonLength = 200;
