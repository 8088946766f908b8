import { createRoot } from 'react-dom/client';
import { followSettings } from '../api-client/published-settings.ts';
import { readConfig } from '../api-client/site-config.ts';
import { Loading } from '../routes.tsx';
import { applyCanonicalPath } from '../session/paths.ts';
import { setSession } from '../session/session.ts';
import { keepStaffToken } from '../session/staff-token.ts';
import { takeUrlTokens } from '../session/url-tokens.ts';
import { allowMovedNodes, waitForCompositions } from '../ui/browser-fixes.ts';
import { replayEarlyPress } from '../ui/early-press.ts';
import { revealPage } from './hidden-mark.ts';
import { renderPages } from './hydrate.tsx';

/** Staff see one read-only application: no router, no session and no form page. */
async function renderStaffView(container: HTMLElement, token: string): Promise<void> {
  setSession({ is_service_user: true });
  container.replaceChildren();
  replayEarlyPress();
  revealPage();
  const root = createRoot(container);
  root.render(<Loading />);
  const { loadStaffView } = await import('../print/staff-view.tsx');
  root.render(await loadStaffView(token));
}

/**
 * Starts the app after the first frame. Modules must not use top-level await here: chunks import each other.
 */
export async function startApp(): Promise<void> {
  allowMovedNodes();
  applyCanonicalPath();
  const staffToken = keepStaffToken(takeUrlTokens());
  followSettings();
  waitForCompositions();
  await readConfig();
  const container = document.getElementById('root');
  if (container === null) throw new Error('The page has no element #root.');
  if (staffToken === null) await renderPages(container);
  else await renderStaffView(container, staffToken);
}
