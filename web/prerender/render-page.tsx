import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { partnerOf } from '../../shared/partners/index.ts';
import { configureForPrerender, currentPartner, themeStyle } from '../api-client/site-config.ts';
import { formPaths } from '../session/paths.ts';
import { hidePageScript, hidePageStyle } from './inline-head.ts';
import { loadRoutes, RoutedPages } from './routed-pages.tsx';

/** The pages that a visitor may open without more: they are drawn when the site is built (decision H-16). */
export const publicPaths: readonly string[] = [...formPaths, '/login', '/signup'];

/** What stands in every page of a partner before anything is loaded. */
export const inlineHead = (partner: string) => ({
  script: hidePageScript,
  style: themeStyle(partnerOf(partner)) + hidePageStyle,
});

const ofForm = ['shell', 'form'];
const ofAccount = ['shell', 'account/layout.tsx'];
const sources: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(formPaths.map((path) => [path, ofForm])),
  '/login': [...ofAccount, 'account/log-in.tsx'],
  '/signup': [...ofAccount, 'account/sign-up.tsx'],
};

/** What takes a page over, or begins any other page, by the build's own groups (vite.config.ts) and by files. */
export const chunksOf = (path: string): readonly string[] => sources[path] ?? ['shell'];

interface Drawn {
  readonly title: string;
  readonly html: string;
}

const titleOf = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];

/** A page as a visitor without answers sees it. Its buttons wait for the script. */
export async function renderPage(path: string, partner: string): Promise<Drawn> {
  configureForPrerender(partner);
  await loadRoutes({ pathname: path });
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <RoutedPages isPrepared />
    </StaticRouter>,
    {
      // Late parts would come as scripts that put them into place, which the security policy refuses.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  const title = titleOf(html);
  if (title === undefined) throw new Error(`${path} leads elsewhere and cannot be drawn.`);
  return {
    title: `${title} - ${currentPartner().applicationTitle}`,
    html: html.replaceAll('<button ', '<button disabled="" '),
  };
}
