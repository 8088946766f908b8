/** Titles of the columns of Slate's document index, as its help shows them. */
export const defaultDocumentColumns = {
  applicationReference: 'app ref',
  personReference: 'ref',
  type: 'type',
  file: 'Filename',
} as const;
