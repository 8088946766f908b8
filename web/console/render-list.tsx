import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { queryClient } from '../api-client/queries.ts';
import { configureForPrerender } from '../api-client/site-config.ts';
import { Console } from './app.tsx';
import { parseListQuery } from './list-query.ts';
import { keepList, type PageData } from './page-data.ts';
import { listPath } from './paths.ts';
import { forgetMember, showMember } from './session.ts';

// Runs in the function `staffList`, with the components of the browser.

export { earlyInputScript } from './early-input.ts';

export interface RenderedList extends PageData {
  /** The partner's id. */
  readonly partner: string;
  /** The query of the page's URL: '?missing=transcript', or ''. */
  readonly search: string;
}

/** Renders the page of the list as a person sees it. Nothing of the person stays in the module. */
export function renderList({ partner, search, ...data }: RenderedList): string {
  configureForPrerender(partner);
  try {
    showMember(data.member);
    keepList(parseListQuery(new URLSearchParams(search)), data);
    return renderToString(
      <StaticRouter location={`${listPath}${search}`}>
        <Console />
      </StaticRouter>,
    );
  } finally {
    forgetMember();
    queryClient.clear();
  }
}
