import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ListQuery } from '../../shared/api/console.ts';
import type { ApplicationList, StaffMember } from '../../shared/api/console-replies.ts';
import { environment } from '../runtime/environment.ts';

interface PageData {
  readonly member: StaffMember;
  readonly list: ApplicationList;
}

/** The exports of web/console/render-list.tsx. */
interface Renderer {
  readonly renderList: (list: PageData & { readonly partner: string; readonly search: string }) => string;
}

/** The renderer and the partner's page are next to the function's code (scripts/build/functions.ts). */
async function load(partner: string) {
  const file = (name: string) => join(environment('LAMBDA_TASK_ROOT'), 'page', name);
  const renderer: Renderer = await import(pathToFileURL(file('render-list.mjs')).href);
  return { ...renderer, page: readFileSync(file(`${partner}.html`), 'utf8') };
}

let loaded: ReturnType<typeof load> | undefined;

/** JSON that ends no script element. */
const inScript = (data: PageData): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The console's page with the list as the browser would render it, and with the data to continue from. */
export async function consolePage(query: ListQuery, data: PageData): Promise<string> {
  const partner = environment('PARTNER');
  loaded ??= load(partner);
  const { renderList, page } = await loaded;
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`;
  const html = renderList({ ...data, partner, search });
  return page.replace(
    '<div id="root"></div>',
    () =>
      `<div id="root">${html}</div><script type="application/json" id="page-data">${inScript(data)}</script>`,
  );
}
