import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, By, Key as Keys, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { BrowserPage, Key } from './browser-page.ts';
import { locate, selectText, type Target } from './target.ts';

interface Options {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
  readonly width: number;
  readonly height: number;
}

/**
 * MiniBrowser's tool bar is wider than a phone: without room around its parts, the window can be 320 px wide.
 */
const toolbarStyle = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }';

const keys: Readonly<Record<Key, string>> = { Tab: Keys.TAB, Escape: Keys.ESCAPE };

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** WebKit, the engine of Safari, by WebDriver: MiniBrowser of WebKitGTK on a virtual display. */
export async function openWebKitPage(options: Options): Promise<BrowserPage> {
  const settings = mkdtempSync(join(tmpdir(), 'webkit-'));
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), toolbarStyle);
  const port = await freePort();
  const server = spawn(options.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: options.display, XDG_CONFIG_HOME: settings, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const driver = await connect(port, options.browser, server);
  await driver.manage().window().setRect({ x: 0, y: 0, width: options.width, height: options.height });
  return {
    goto: (url) => driver.get(url),
    evaluate: ((run: () => unknown, ...args: []) =>
      driver.executeScript(`return (${run})(...arguments)`, ...args)) as BrowserPage['evaluate'],
    click: (target) =>
      using(driver, target, async (element) => {
        await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
        await element.click();
      }),
    type: (target, text) =>
      using(driver, target, async (element) => {
        await driver.executeScript(`(${selectText})(...arguments)`, element);
        await element.sendKeys(text);
      }),
    choose: (target, value) => choose(driver, target, value),
    attach: async (target, file) => {
      const [input] = 'css' in target ? await driver.findElements(By.css(target.css)) : [];
      await input?.sendKeys(file);
      return input !== undefined;
    },
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit().catch(() => {});
      server.kill();
      rmSync(settings, { recursive: true, force: true });
    },
  };
}

/** The driver's process listens a moment after it has started. */
async function connect(port: number, browser: string, server: ChildProcess): Promise<WebDriver> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          acceptInsecureCerts: true,
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
        })
        .build();
    } catch (error) {
      if (attempt === 100 || server.exitCode !== null) throw error;
      await pause(200);
    }
  }
}

async function using(driver: WebDriver, target: Target, act: (element: WebElement) => Promise<void>) {
  const element = await driver.executeScript<WebElement | null>(`return (${locate})(...arguments)`, target);
  if (element === null) return false;
  await act(element);
  return true;
}

/**
 * Its list is a window of the desktop, out of WebDriver's reach: the option is set as typing its first
 * letters would.
 */
const choose = (driver: WebDriver, target: Target, value: string) =>
  using(driver, target, async (element) => {
    await driver.executeScript(
      `const [select, value] = arguments;
       select.focus();
       select.value = value;
       select.dispatchEvent(new Event('input', { bubbles: true }));
       select.dispatchEvent(new Event('change', { bubbles: true }));`,
      element,
      value,
    );
  });
