/** Formats of a file of applications. */
export const exportFormats = ['csv', 'json', 'slate'] as const;
export type ExportFormat = (typeof exportFormats)[number];
