import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import type { BrowserPage, Key } from './browser-page.ts';
import { locate, selectText, type Target } from './target.ts';

interface Options {
  readonly browser: 'firefox' | 'chrome';
  readonly executablePath: string;
  readonly width: number;
  readonly height: number;
}

/** Without these Chromium keeps calling out, and as root it does not start. Firefox needs none of them. */
const args = {
  chrome: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-sync',
  ],
  firefox: [],
} as const;

/** Firefox by WebDriver BiDi, Chromium by its own protocol. */
export async function openPuppeteerPage({
  browser,
  executablePath,
  width,
  height,
}: Options): Promise<BrowserPage> {
  const started = await launch({
    browser,
    executablePath,
    headless: true,
    acceptInsecureCerts: true,
    args: [...args[browser]],
    defaultViewport: { width, height },
  });
  const page = await started.newPage();
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: ((run: () => unknown, ...values: []) =>
      page.evaluate(run, ...values)) as BrowserPage['evaluate'],
    click: (target) => using(page, target, (element) => element.click()),
    type: (target, text) =>
      using(page, target, async (element) => {
        await element.evaluate(selectText);
        await element.type(text);
      }),
    choose: (target, value) => using(page, target, async (element) => void (await element.select(value))),
    attach: (target, file) => attach(page, target, file),
    press: (key: Key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close: () => started.close(),
  };
}

async function using(page: Page, target: Target, act: (element: ElementHandle<Element>) => Promise<void>) {
  const handle = await page.evaluateHandle(locate, target);
  const element = handle.asElement() as ElementHandle<Element> | null;
  if (element === null) return false;
  await act(element);
  return true;
}

/** The file input itself is not shown; a button opens it. */
async function attach(page: Page, target: Target, file: string) {
  const input = 'css' in target ? await page.$(target.css) : null;
  if (input === null) return false;
  await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
  return true;
}
