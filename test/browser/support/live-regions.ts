import { expect, type Page } from './test.ts';

declare global {
  var noteAnnouncement: (phrase: string) => void;
}

/** Runs in the page: reports every text that appears in a live region, as a screen reader speaks it. */
function watchLiveRegions(): void {
  const selector = '[aria-live], [role=status], [role=alert], [role=log], output';
  const known = new WeakMap<Element, string>();
  const politeness = (region: Element) =>
    region.getAttribute('aria-live') ?? (region.getAttribute('role') === 'alert' ? 'assertive' : 'polite');
  const textsOf = (node: Node): readonly string[] =>
    node.nodeType === Node.TEXT_NODE
      ? [node.textContent?.trim() ?? '']
      : [...node.childNodes].flatMap((child) => textsOf(child));
  const textOf = (region: Element) => textsOf(region).filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
  const read = (region: Element, isReported: boolean) => {
    const text = textOf(region);
    if (known.get(region) === text) return;
    known.set(region, text);
    if (isReported && text !== '' && politeness(region) !== 'off')
      noteAnnouncement(`${politeness(region)}: ${text}`);
  };
  addEventListener('DOMContentLoaded', () => {
    for (const region of document.querySelectorAll(selector)) read(region, false);
    new MutationObserver((records) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of records) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(selector);
        if (around) regions.add(around);
        for (const node of addedNodes)
          if (node instanceof Element) {
            if (node.matches(selector)) regions.add(node);
            for (const region of node.querySelectorAll(selector)) regions.add(region);
          }
      }
      for (const region of regions) if (region.isConnected) read(region, true);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Everything that live regions say from the next page load on, as 'polite: ...' or 'assertive: ...'. */
export async function recordAnnouncements(page: Page): Promise<readonly string[]> {
  const announcements: string[] = [];
  await page.exposeFunction('noteAnnouncement', (phrase: string) => announcements.push(phrase));
  await page.addInitScript(watchLiveRegions);
  return announcements;
}

/**
 * Waits for a polite announcement with the text. It may hold other texts too, because web/ui/speak.ts joins
 * those that follow each other closely.
 */
export async function expectHeard(announcements: readonly string[], text: string): Promise<void> {
  const polite = () => announcements.filter((phrase) => phrase.startsWith('polite: '));
  await expect.poll(() => polite().join('\n')).toContain(text);
}
