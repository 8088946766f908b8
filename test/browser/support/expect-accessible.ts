import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from './test.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** No style changes between 320 and 600 pixels, so nothing is measured between the two widths. */
const widths = [320, 1280];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

const endOfFades =
  'Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)).then(() => undefined)';

/** Runs axe in a part of the page, with all its rules or the given ones. */
async function runAxe(page: Page, part: string, rules?: readonly string[]): Promise<readonly Finding[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  // Buttons fade to their color within 0.15 s.
  await page.evaluate(endOfFades);
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly: rules });
  return page.evaluate(`axe.run(${JSON.stringify(part)}, ${options}).then(({ violations }) => violations)`);
}

/**
 * The ids that more than one element has. axe reports them only where a label refers to them, but links lead
 * to them too.
 */
const repeatedIds = `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) !== index)`;

const describe = (where: string | number, found: readonly Finding[]) =>
  found.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);

/**
 * Expects that the dark scheme has the contrast that axe measures. Without motion: colors would still be on
 * their way.
 */
async function expectDarkContrast(page: Page, part: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(describe('dark', await runAxe(page, part, ['color-contrast']))).toEqual([]);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * Expects that axe reports nothing, that no id occurs twice and that nothing scrolls sideways, at each width,
 * and that the dark scheme has enough contrast too. A test that has checked the whole page names the part
 * that has changed since, such as a dialog.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(describe(width, await runAxe(page, part))).toEqual([]);
    // While a lazy part loads, React keeps it hidden next to what stands in for it.
    await expect.poll(() => page.evaluate(repeatedIds), `repeated ids at ${width}`).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `sideways scroll at ${width}`).toBeLessThanOrEqual(0);
  }
  await expectDarkContrast(page, part);
}
