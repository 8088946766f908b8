import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  createServer,
  type DevEnvironment,
  type EnvironmentModuleNode,
  type InlineConfig,
  loadConfigFromFile,
  mergeConfig,
  type Plugin,
  type ViteDevServer,
} from 'vite';
import { writeFontSubsets } from '../build/font-subsets.ts';
import { fillPage, type Prerender } from '../build/prerender-pages.ts';
import { fromRoot, root } from '../build/root.ts';
import { universityAlias, universityFolder } from '../build/university.ts';
import type { LocalCloudOptions } from '../local-cloud/index.ts';
import type { ErrorList } from './error-list.ts';

/** Vite's files have a separate path, because /api, /public, /service and /lookup belong to the API. */
const base = '/_vite/';

/**
 * Edited components and styles are replaced in the open page. Many modules read everything else (the form,
 * its texts, stores) once, so the page reloads instead of mixing old and new parts. After a reload it still
 * shows unsaved answers, because the product keeps them. A file that cannot be transformed leaves the page as
 * it is, with the error shown.
 */
const followEdits = (errors: ErrorList): Plugin => ({
  name: 'follow-edits',
  async hotUpdate({ file, modules, type }) {
    const { name, hot } = this.environment;
    if (name !== 'client' || modules.length === 0) return;
    const error = type === 'delete' ? undefined : await transformError(this.environment, modules);
    errors.report(`${fromRoot(file)} cannot be transformed.`, error);
    if (error !== undefined) return [];
    if (/\.(tsx|css)$/.test(file)) return;
    hot.send({ type: 'full-reload' });
    return [];
  },
});

async function transformError(environment: DevEnvironment, modules: readonly EnvironmentModuleNode[]) {
  try {
    for (const { url } of modules) await environment.transformRequest(url);
  } catch (error) {
    return stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads the configuration once. Otherwise Vite would restart itself on a change, while the local cloud uses
 * it.
 */
async function createVite(server: Server, errors: ErrorList): Promise<ViteDevServer> {
  await writeFontSubsets();
  const file = join(root, 'web/vite.config.ts');
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, file);
  const own: InlineConfig = {
    configFile: false,
    envDir: false,
    resolve: { alias: universityAlias() },
    base,
    appType: 'custom',
    cacheDir: join(root, '.cache/vite'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [followEdits(errors)],
    server: {
      middlewareMode: true,
      ws: { server },
      // In a copy of the checkout, node_modules may be a link.
      fs: { allow: [root, universityFolder(), realpathSync(join(root, 'node_modules'))] },
      warmup: { clientFiles: ['main.tsx', 'prerender/start-app.tsx', 'form/*.tsx'] },
    },
  };
  return createServer(mergeConfig(loaded?.config ?? {}, own));
}

/** Vite opens a web socket. Apart from that, the headers are the deployed ones. */
function relaxPolicy(response: ServerResponse) {
  const policy = String(response.getHeader('content-security-policy') ?? '');
  response.setHeader('content-security-policy', policy.replace("connect-src 'self'", '$& ws:'));
}

/** The pages, served by Vite. */
export class DevSite {
  readonly vite: ViteDevServer;
  readonly #errors: ErrorList;

  private constructor(vite: ViteDevServer, errors: ErrorList) {
    this.vite = vite;
    this.#errors = errors;
    errors.onChange(() => this.#showErrors());
    // A page that reloads must receive the current errors.
    vite.ws.on('connection', () => this.#showErrors(true));
  }

  static async start(server: Server, errors: ErrorList): Promise<DevSite> {
    return new DevSite(await createVite(server, errors), errors);
  }

  /** Vite's overlay shows the errors. An update without modules removes it. */
  #showErrors(isNewPage = false) {
    // Vite keeps an error for the next page, which would show it after its correction.
    if (this.vite.ws.clients.size === 0) return;
    const { messages } = this.#errors;
    if (messages.length > 0)
      this.vite.ws.send({ type: 'error', err: { message: messages.join('\n\n'), stack: '' } });
    else if (!isNewPage) this.vite.ws.send({ type: 'update', updates: [] });
  }

  /**
   * Serves a request instead of the bucket. config.json, which the deployment writes, still comes from the
   * bucket.
   */
  readonly serve: NonNullable<LocalCloudOptions['site']> = async (request, response, next) => {
    const [path = '/', query = ''] = (request.url ?? '/').split('?');
    if (path === '/config.json') return next();
    relaxPolicy(response);
    if (path.startsWith(base)) return this.#serveFile(request, response);
    const isFile = path.slice(path.lastIndexOf('/') + 1).includes('.');
    if (/^\/staff(\/|$)/i.test(path)) return this.#serveConsole(response);
    if (!isFile) return this.#servePage(response);
    request.url = `${base}${path.slice(1)}${query === '' ? '' : `?${query}`}`;
    return this.#serveFile(request, response);
  };

  #serveFile(request: IncomingMessage, response: ServerResponse) {
    this.vite.middlewares(request, response, () => response.writeHead(404).end());
  }

  async #servePage(response: ServerResponse) {
    const page = await readFile(join(root, 'web/index.html'), 'utf8');
    const html = fillPage(page, { head: await this.#head() });
    return this.#sendPage(response, '/index.html', html);
  }

  /** The page of the staff console. Its own build has its folder as the root; here it is web. */
  async #serveConsole(response: ServerResponse) {
    const page = await readFile(join(root, 'web/console/staff.html'), 'utf8');
    return this.#sendPage(response, '/console/staff.html', page.replace('src="/', 'src="/console/'));
  }

  async #sendPage(response: ServerResponse, path: string, html: string) {
    response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store');
    const transformed = await this.vite.transformIndexHtml(path, html);
    response.end(transformed.replace(`${base}config.json`, '/config.json')); // not one of Vite's files
  }

  /**
   * The university's colors and a script that every page carries. Without them the page opens and shows the
   * error.
   */
  async #head() {
    const problem = 'The head of the page cannot be made.';
    try {
      const { inlineHead } = (await this.vite.ssrLoadModule('/prerender/render-page.tsx')) as Prerender;
      const { script, style } = inlineHead();
      this.#errors.report(problem, undefined);
      return `<script>${script}</script><style>${style}</style>`;
    } catch (error) {
      this.#errors.report(problem, String(error));
      return '';
    }
  }

  close = (): Promise<void> => this.vite.close();
}
