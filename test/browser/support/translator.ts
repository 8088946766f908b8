import { expect, type Page } from './test.ts';

/**
 * Runs in the page. Like the translators of browsers, it puts each text node into new elements, also those
 * that are added later, and leaves out what `translate="no"` marks. Texts stay as they are.
 */
function translate(): void {
  const untouched = 'script, style, textarea, title, noscript, font, [translate=no]';
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let next = walker.nextNode(); next !== null; next = walker.nextNode()) texts.push(next as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest(untouched)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      text.replaceWith(outer);
      inner.textContent = text.data;
      outer.append(inner);
    }
  };
  wrap(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node.isConnected) wrap(node.nodeType === 3 ? (node.parentElement as Node) : node);
  }).observe(document.body, { childList: true, subtree: true });
}

/** Runs in the page. Reports text that is written into a node that the page no longer has. */
function reportLostText(): void {
  const reported = (name: 'nodeValue' | 'data', owner: object) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (property?.set === undefined) throw new Error(`${name} has no setter.`);
    const { set } = property;
    Object.defineProperty(owner, name, {
      ...property,
      set(this: Node, text: string) {
        if (!this.isConnected) console.error(`Lost text: ${text}, instead of ${this.textContent}`);
        set.call(this, text);
      },
    });
  };
  reported('nodeValue', Node.prototype);
  reported('data', CharacterData.prototype);
}

const script = `(${reportLostText})(); addEventListener('DOMContentLoaded', () => (${translate})());`;

/**
 * Translates every page of a tab, before it is hydrated. Returns the errors of its pages: exceptions, and
 * texts that changed without being shown.
 */
export async function translatePages(page: Page): Promise<readonly string[]> {
  const errors: string[] = [];
  // React renders a page again that was translated before it was hydrated, and reports that as error 418.
  page.on('pageerror', ({ message }) => message.includes('React error #418') || errors.push(message));
  page.on('console', (message) => {
    if (message.text().startsWith('Lost text')) errors.push(message.text());
  });
  await page.addInitScript(script);
  return errors;
}

/** Expects that a page is translated, and that nothing was lost on it. */
export async function expectTranslated(page: Page, errors: readonly string[]): Promise<void> {
  await expect(page.locator('main font').first()).toBeVisible();
  await expect(page.getByText('We are sorry')).toHaveCount(0);
  expect(errors).toEqual([]);
}
