import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { university } from '../../shared/partners/index.ts';
import { themeStyle } from '../../shared/partners/theme-style.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { formPaths } from '../session/paths.ts';
import { earlyPressScript } from '../ui/early-press.ts';
import { hidePageScript, hidePageStyle } from './inline-head.ts';
import { loadRoutes, RoutedPages } from './routed-pages.tsx';

/**
 * The pages that are open to anonymous visitors. They are rendered at build time, so their components must
 * work without `window`.
 */
export const publicPaths: readonly string[] = [...formPaths, '/login', '/signup'];

/** The script and styles in the head of every page. */
export const inlineHead = () => ({
  script: `${hidePageScript};${earlyPressScript}`,
  style: themeStyle(university) + hidePageStyle,
});

const formSources = ['shell', 'form'];
const accountSources = ['shell', 'account/layout.tsx'];
const sources: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(formPaths.map((path) => [path, formSources])),
  '/login': [...accountSources, 'account/log-in.tsx'],
  '/signup': [...accountSources, 'account/sign-up.tsx'],
};

/**
 * The chunks that hydrate a prerendered page, or start any other page, by chunk name (vite.config.ts) or
 * source file.
 */
export const chunksOf = (path: string): readonly string[] => sources[path] ?? ['shell'];

interface RenderedPage {
  readonly title: string;
  readonly html: string;
}

const titleOf = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];

/**
 * The page as an anonymous visitor without answers sees it. Its buttons are disabled for
 * browsers without scripts.
 */
export async function renderPage(path: string): Promise<RenderedPage> {
  await loadRoutes({ pathname: path });
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <RoutedPages isPrepared />
    </StaticRouter>,
    {
      // Late parts would arrive as inline scripts, which the content security policy blocks.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  const title = titleOf(html);
  if (title === undefined) throw new Error(`${path} has no h1, so it redirects and cannot be prerendered.`);
  return {
    title: `${title} - ${currentPartner().applicationTitle}`,
    html: html.replaceAll('<button ', '<button disabled="" '),
  };
}
