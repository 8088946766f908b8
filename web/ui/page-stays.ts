// Part of the shell: with a file that loads later, a reload took back an upload that was sent
// (test/browser/replacing-files.spec.ts).

let isLeaving = false;

if ('document' in globalThis) {
  addEventListener('pagehide', () => {
    isLeaving = true;
  });
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
}

/**
 * Resolves unless the page is being left. Leaving a page cancels its requests, and what handles their failure
 * still runs; it must not undo on the server what the next page continues. Resolves later when the browser
 * brings the page back.
 */
export async function pageStays(): Promise<void> {
  if (isLeaving) await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}
