import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserPage } from './browser-page.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { openWebKitPage } from './webkit-page.ts';

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The widths of a phone and of a desktop. */
export const sizes: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** A program that `npm test -- browsers` has found or installed. */
function program(variable: string): string {
  const path = process.env[variable];
  if (!path) throw new Error(`${variable} is not set: run these tests with npm test -- browsers.`);
  return path;
}

export async function openPage(engine: Engine, size: Size): Promise<BrowserPage> {
  if (engine === 'chromium')
    return openPuppeteerPage({ browser: 'chrome', executablePath: program('CHROMIUM'), ...size });
  if (engine === 'firefox')
    return openPuppeteerPage({ browser: 'firefox', executablePath: program('FIREFOX'), ...size });
  const { display, stop } = await startDisplay();
  const driver = program('WEBKIT_DRIVER');
  const browser = program('WEBKIT_BROWSER');
  const page = await openWebKitPage({ driver, browser, display, ...size });
  return {
    ...page,
    close: async () => {
      await page.close();
      stop();
    },
  };
}

/** A display without a screen, on the first free number, which Xvfb writes to the descriptor it is given. */
async function startDisplay() {
  const server = spawn(
    program('XVFB'),
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  let number = '';
  server.stdio[3]?.on('data', (part: Buffer) => {
    number += part.toString();
  });
  while (!number.includes('\n')) {
    if (server.exitCode !== null) throw new Error('Xvfb ended before it was ready.');
    await pause(50);
  }
  return { display: `:${number.trim()}`, stop: () => server.kill() };
}
