import { createRoot } from 'react-dom/client';
import { readConfig } from '../api-client/site-config.ts';
import { Loading } from '../routes.tsx';
import { know } from '../session/session.ts';
import { takeTokens } from '../session/url-tokens.ts';
import { show } from './hidden-mark.ts';
import { showPages } from './hydrate.tsx';

/** Staff see one application on paper: no router, no session, no page of the form (platform specification, point 1). */
async function showToStaff(place: HTMLElement, token: string): Promise<void> {
  know({ is_service_user: true });
  place.replaceChildren();
  show();
  const root = createRoot(place);
  root.render(<Loading />);
  const { serviceView } = await import('../print/service-view.tsx');
  root.render(await serviceView(token));
}

/** Everything that comes after the first frame. No module may wait at its top for a part that imports it in turn. */
export async function begin(): Promise<void> {
  const serviceToken = takeTokens();
  await readConfig();
  const place = document.getElementById('root');
  if (place === null) throw new Error('The page has no element #root.');
  if (serviceToken === null) await showPages(place);
  else await showToStaff(place, serviceToken);
}
