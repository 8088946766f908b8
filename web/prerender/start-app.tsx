import { createRoot } from 'react-dom/client';
import { readConfig } from '../api-client/site-config.ts';
import { Loading } from '../routes.tsx';
import { setSession } from '../session/session.ts';
import { takeUrlTokens } from '../session/url-tokens.ts';
import { showPage } from './hidden-mark.ts';
import { showPages } from './hydrate.tsx';

/** Staff see one application on paper: no router, no session, no page of the form (platform specification, point 1). */
async function showToStaff(place: HTMLElement, token: string): Promise<void> {
  setSession({ is_service_user: true });
  place.replaceChildren();
  showPage();
  const root = createRoot(place);
  root.render(<Loading />);
  const { loadServiceView } = await import('../print/service-view.tsx');
  root.render(await loadServiceView(token));
}

/** Everything that comes after the first frame. No module may wait at its top for a part that imports it in turn. */
export async function startApp(): Promise<void> {
  const serviceToken = takeUrlTokens();
  await readConfig();
  const place = document.getElementById('root');
  if (place === null) throw new Error('The page has no element #root.');
  if (serviceToken === null) await showPages(place);
  else await showToStaff(place, serviceToken);
}
