import { createRoot } from 'react-dom/client';
import './console.css';
import { themeStyle } from '../../shared/partners/theme-style.ts';
import { connectApiClient } from '../api-client/call.ts';
import { followSettings } from '../api-client/published-settings.ts';
import { queryClient } from '../api-client/queries.ts';
import { currentPartner, readConfig } from '../api-client/site-config.ts';
import { allowMovedNodes } from '../ui/browser-fixes.ts';
import { App } from './app.tsx';
import { checkMember } from './call-staff.ts';
import { parseListQuery } from './list-query.ts';
import { listPath, signedOutPath } from './paths.ts';
import { pageQuery } from './queries.ts';
import { noteSignedOut, shareSessionWithTabs } from './session.ts';
import { clearTab } from './tab-data.ts';

/** The content security policy allows no inline style sheet, but one that a script makes. */
function applyTheme(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themeStyle(currentPartner()));
  document.adoptedStyleSheets = [sheet];
}

/** Without the partner's settings the console cannot show anything else. */
function showUnavailable(container: HTMLElement): void {
  container.setAttribute('role', 'alert');
  container.textContent =
    'The console could not be loaded. Check your network connection, then reload this page.';
}

const shownQuery = () => parseListQuery(new URLSearchParams(location.search));

/** The first calls do not wait for one another. The page shows their errors. */
function beginCalls({ pathname }: Location): void {
  if (pathname === signedOutPath) return;
  checkMember().catch(() => {});
  if (pathname === listPath) void queryClient.prefetchQuery(pageQuery(shownQuery()));
}

async function start(): Promise<void> {
  allowMovedNodes();
  const container = document.getElementById('root');
  if (container === null) throw new Error('The page has no element #root.');
  connectApiClient({ onUnauthorized: noteSignedOut });
  shareSessionWithTabs(() => {
    clearTab();
    location.assign(signedOutPath);
  });
  beginCalls(location);
  await readConfig();
  try {
    applyTheme();
  } catch {
    return showUnavailable(container);
  }
  followSettings();
  createRoot(container).render(<App />);
}

void start();
