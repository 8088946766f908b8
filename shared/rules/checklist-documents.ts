// Documents that applicants send for checklist items after they have submitted. They are stored like the
// documents of the form, under keys that no question has: those have no hyphens.

const prefix = 'checklist-';

/** The document key of a checklist item. */
export const keyOfItem = (item: string): string => prefix + item;

/** The checklist item of a document key; undefined for the key of a question. */
export const itemOfKey = (key: string): string | undefined =>
  key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
