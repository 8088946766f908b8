import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

// Tests are about the sample, whichever university is chosen.
process.env.MATRICULA_UNIVERSITY = 'shared/universities/northern-lakes';

/** Without these Chromium keeps calling out, and as root it does not start. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Real Chromium against the whole product, on a local cloud for each worker (test/browser/support/test.ts).
 */
export default defineConfig({
  testDir: 'test',
  projects: [
    { name: 'product', testMatch: 'browser/**/*.spec.ts' },
    { name: 'pages', testMatch: 'pages/**/*.spec.ts' },
    { name: 'tools', testMatch: 'tools/**/*.spec.ts' },
  ],
  outputDir: '.cache/browser-results',
  // Far longer than anything takes, so that the suite passes on a machine that is busy with other work too.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Tests wait a little, so three keep two cores busy.
  workers: Math.ceil(availableParallelism() * 1.5),
  fullyParallel: true,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Detroit',
    // A trace of every test would take a quarter of the suite's time; a test that fails is tried again.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args,
    },
  },
});
