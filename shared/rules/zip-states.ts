/** The states of a ZIP file of application PDFs. The worker prepares all PDFs before it writes the file. */
export const zipStates = ['preparing', 'writing', 'completed', 'failed', 'canceled'] as const;
