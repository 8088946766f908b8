/**
 * No default font: pdfkit would load one that no bundle contains, and compare it with every other at each
 * change. It reads null as "none", which its types leave out.
 */
export const noDefaultFont = null as unknown as string;

/** A tagged PDF with the metadata of PDF/UA. pdfkit knows this subset, but its types list only PDF/A. */
export const accessiblePdf = 'PDF/UA' as 'PDF/A-1';
