import { build } from 'esbuild';
import type { Page } from './test.ts';

let bundled: Promise<string> | undefined;

/** A virtual screen reader that runs in the page and reads its accessibility tree. */
const code = () => {
  bundled ??= build({
    stdin: {
      contents: "export { virtual } from '@guidepup/virtual-screen-reader'",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'iife',
    globalName: 'screenReader',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    write: false,
  }).then(({ outputFiles }) => `${outputFiles[0]?.text ?? ''};globalThis.screenReader = screenReader;`);
  return bundled;
};

interface Reader {
  readonly virtual: {
    start(options: { readonly container: Node }): Promise<void>;
    next(): Promise<void>;
    spokenPhraseLog(): Promise<readonly string[]>;
  };
}

declare global {
  var screenReader: Reader;
}

/** Starts the screen reader at the top of the page. */
export async function startScreenReader(page: Page): Promise<void> {
  await page.evaluate(await code());
  await page.evaluate(() => screenReader.virtual.start({ container: document.body }));
}

/** Reads the next items. */
export const readNext = (page: Page, items: number): Promise<void> =>
  page.evaluate(async (times) => {
    for (let item = 0; item < times; item += 1) await screenReader.virtual.next();
  }, items);

/** Every phrase spoken since the screen reader started. */
export const spoken = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => screenReader.virtual.spokenPhraseLog());
