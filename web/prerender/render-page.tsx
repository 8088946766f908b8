import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { partnerOf } from '../../shared/partners/index.ts';
import { drawFor, ourPartner, themeStyle } from '../api-client/site-config.ts';
import { formPaths } from '../session/paths.ts';
import { hidingScript, hidingStyle } from './inline-head.ts';
import { Pages, prepare } from './routed-pages.tsx';

/** The pages that a visitor may open without more: they are drawn when the site is built (decision H-16). */
export const publicPaths: readonly string[] = [...formPaths, '/login', '/signup'];

/** What stands in every page of a partner before anything is loaded. */
export const inline = (partner: string) => ({
  script: hidingScript,
  style: themeStyle(partnerOf(partner)) + hidingStyle,
});

const ofForm = ['shell', 'form'];
const ofAccount = ['shell', 'account/layout.tsx'];
const sources: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(formPaths.map((path) => [path, ofForm])),
  '/login': [...ofAccount, 'account/log-in.tsx'],
  '/signup': [...ofAccount, 'account/sign-up.tsx'],
};

/** What takes a page over, or begins any other page, by the build's own groups (vite.config.ts) and by files. */
export const sourcesOf = (path: string): readonly string[] => sources[path] ?? ['shell'];

interface Drawn {
  readonly title: string;
  readonly html: string;
}

const titleOf = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];

/** A page as a visitor without answers sees it. Its buttons wait for the script. */
export async function draw(path: string, partner: string): Promise<Drawn> {
  drawFor(partner);
  await prepare({ pathname: path });
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <Pages isPrepared />
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
    title: `${title} - ${ourPartner().applicationTitle}`,
    html: html.replaceAll('<button ', '<button disabled="" '),
  };
}
