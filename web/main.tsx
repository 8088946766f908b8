import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onUnauthorized } from './api/call.ts';
import { ourPartner, readConfig, wearTheme } from './partner.ts';
import { Loading, pages } from './routes.tsx';
import { takeTokens } from './session/address-tokens.ts';
import { sessionIsOver, setGoer } from './session/leave.ts';
import { know } from './session/snapshot.ts';
import './theme/index.css';

const serviceToken = takeTokens();
await readConfig();
wearTheme(ourPartner());

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no element #root.');
const root = createRoot(place);

/** Staff see one application on paper: no router, no session, no page of the form (platform specification, point 1). */
async function showToStaff(token: string): Promise<void> {
  know({ is_service_user: true });
  root.render(<Loading />);
  const { serviceView } = await import('./print/service-view.tsx');
  root.render(await serviceView(token));
}

function showPages(): void {
  const router = createBrowserRouter(pages);
  setGoer({ go: (path, state) => void router.navigate(path, { replace: true, state }) });
  onUnauthorized(sessionIsOver);
  root.render(<RouterProvider router={router} />);
}

if (serviceToken === null) showPages();
else await showToStaff(serviceToken);
