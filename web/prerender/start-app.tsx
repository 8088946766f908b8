import { createRoot } from 'react-dom/client';
import { readConfig } from '../api-client/site-config.ts';
import { Loading } from '../routes.tsx';
import { keepServiceToken } from '../session/service-token.ts';
import { setSession } from '../session/session.ts';
import { takeUrlTokens } from '../session/url-tokens.ts';
import { revealPage } from './hidden-mark.ts';
import { renderPages } from './hydrate.tsx';

/** Staff see one read-only application: no router, no session and no form page. */
async function renderServiceView(container: HTMLElement, token: string): Promise<void> {
  setSession({ is_service_user: true });
  container.replaceChildren();
  revealPage();
  const root = createRoot(container);
  root.render(<Loading />);
  const { loadServiceView } = await import('../print/service-view.tsx');
  root.render(await loadServiceView(token));
}

/**
 * Starts the app after the first frame. Modules must not use top-level await here: chunks import each other.
 */
export async function startApp(): Promise<void> {
  const serviceToken = keepServiceToken(takeUrlTokens());
  await readConfig();
  const container = document.getElementById('root');
  if (container === null) throw new Error('The page has no element #root.');
  if (serviceToken === null) await renderPages(container);
  else await renderServiceView(container, serviceToken);
}
