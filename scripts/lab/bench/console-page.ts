import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type ConsoleProduct, staffCookie, withConsole } from './console-product.ts';
import { launchBrowser } from './product.ts';
import { median, type Row } from './row.ts';

const runs = 11;
const consolePath = '/staff';
const barePath = '/bare';

/** A page without any library. It fetches the list, and puts it into a table. */
const barePage = `<!doctype html>
<html lang="en">
<title>Applications</title>
<h1>Applications</h1>
<table><thead><tr><th>Name<th>Submitted<th>Term<th>Major<th>Missing<th>Late</thead><tbody></tbody></table>
<script>
  const cell = (text) => Object.assign(document.createElement('td'), { textContent: text });
  fetch('/api/staff/applications').then((reply) => reply.json()).then(({ applications }) => {
    document.querySelector('tbody').append(...applications.map((each) => {
      const row = document.createElement('tr');
      const link = document.createElement('a');
      link.href = '/staff/applications/' + each.applicant;
      link.textContent = each.name;
      const name = document.createElement('td');
      name.append(link);
      row.append(name, ...[each.submitted_at, each.term, each.major, each.missing.join(', '), each.late].map(cell));
      return row;
    }));
  });
</script>
</html>`;

interface Site {
  readonly url: string;
  readonly close: () => void;
}

/** Serves the product and the bare page from one server, so that the same way leads to both. */
async function serveBoth(product: string): Promise<Site> {
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const { method, headers } = asked;
    const onward = request(`${product}${asked.url}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  };
  const server = createServer((asked, answer) => {
    if (asked.url !== barePath) return forward(asked, answer);
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(barePage);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** The connection of Lighthouse's desktop preset: 10 Mbit/s, 40 ms a request. The processor is not slowed. */
const connection = {
  offline: false,
  latency: 40,
  downloadThroughput: (10 * 1024 * 1024) / 8,
  uploadThroughput: (10 * 1024 * 1024) / 8,
};

/** Records the time of the frame that shows the first row. */
function watchRows(): void {
  const look = () => {
    if (document.querySelector('tbody tr a') === null) requestAnimationFrame(look);
    else setTimeout(() => Object.assign(globalThis, { shownAt: performance.now() }));
  };
  requestAnimationFrame(look);
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchRows);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', connection);
  return page;
}

/** Milliseconds from the navigation until the first row of the list can be opened. */
async function timeToRows(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'shownAt' in globalThis);
  return page.evaluate(() => (globalThis as unknown as { shownAt: number }).shownAt);
}

const signedIn = async (browser: Browser, url: string): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: url });
  await context.addCookies([{ ...staffCookie, url: url.replace('http:', 'https:'), secure: true }]);
  return context;
};

interface Visit {
  readonly first: number;
  readonly again: number;
}

async function visit(browser: Browser, { url }: Site, path: string): Promise<Visit> {
  const context = await signedIn(browser, url);
  const time = async () => {
    const page = await openPage(context);
    const shown = await timeToRows(page, `${url}${path}`);
    await page.waitForLoadState('networkidle');
    await page.close();
    return shown;
  };
  const [first, again] = [await time(), await time()];
  await context.close();
  return { first, again };
}

/** Milliseconds from the choice of a filter until the frame that shows its rows. */
const timeToFilter = (page: Page, filter: readonly [string, string]): Promise<number> =>
  page.evaluate(
    ([name, value]) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const select = document.querySelector<HTMLSelectElement>(`#filter-${name}`);
        if (select === null) throw new Error(`The list has no filter ${name}.`);
        select.value = value ?? '';
        select.dispatchEvent(new Event('change', { bubbles: true }));
        const look = () => {
          const status = document.querySelector('.list-status')?.textContent ?? '';
          if (!status.includes('shown')) return void requestAnimationFrame(look);
          setTimeout(() => resolve(performance.now() - began));
        };
        requestAnimationFrame(look);
      }),
    filter,
  );

/** Filters that most of the generated applications pass, and one that none passes. */
const filters = [
  ['status', 'incomplete'],
  ['missing', 'transcript'],
  ['unread', 'yes'],
  ['late', 'yes'],
] as const;

/** Without a slow connection: the time of the product, in which a call takes most. */
async function filterTimes(
  browser: Browser,
  { signIn }: ConsoleProduct,
  site: Site,
): Promise<readonly Row[]> {
  const context = await signedIn(browser, site.url);
  const rows: Row[] = [];
  for (const filter of filters) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await signIn();
      const page = await context.newPage();
      await page.addInitScript(watchRows);
      await timeToRows(page, `${site.url}${consolePath}`);
      await page.waitForLoadState('networkidle');
      times.push(await timeToFilter(page, filter));
      await page.close();
    }
    rows.push({ what: `filter ${filter.join('=')}`, measured: median(times), unit: 'ms', atMost: 100 });
  }
  await context.close();
  return rows;
}

async function visits(browser: Browser, { signIn }: ConsoleProduct, site: Site): Promise<readonly Row[]> {
  const bare: Visit[] = [];
  const own: Visit[] = [];
  for (let run = 0; run < runs; run += 1) {
    await signIn();
    bare.push(await visit(browser, site, barePath));
    own.push(await visit(browser, site, consolePath));
  }
  return (['first', 'again'] as const).flatMap((which): readonly Row[] => {
    const timeOf = (all: readonly Visit[]) => median(all.map((each) => each[which]));
    const what = which === 'first' ? 'first visit' : 'second visit';
    return [
      { what: `bare page, ${what}`, measured: timeOf(bare), unit: 'ms' },
      { what: `console, ${what}`, measured: timeOf(own), unit: 'ms' },
      { what: `console, ${what}, x bare`, measured: timeOf(own) / timeOf(bare), unit: 'x', atMost: 1.2 },
    ];
  });
}

/** The list of the staff console in Chromium, compared with a bare page that has the same table. */
export const benchConsolePage = (): Promise<readonly Row[]> =>
  withConsole(async (product) => {
    const browser = await launchBrowser();
    const site = await serveBoth(product.cloud.url);
    try {
      return [...(await visits(browser, product, site)), ...(await filterTimes(browser, product, site))];
    } finally {
      site.close();
      await browser.close();
    }
  });
