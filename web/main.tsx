import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onUnauthorized } from './api/call.ts';
import { ourPartner, readConfig, wearTheme } from './partner.ts';
import { pages } from './routes.tsx';
import { sessionIsOver, setGoer } from './session/leave.ts';
import './theme/index.css';

await readConfig();
wearTheme(ourPartner());

const router = createBrowserRouter(pages);
setGoer({ go: (path, state) => void router.navigate(path, { replace: true, state }) });
onUnauthorized(sessionIsOver);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
createRoot(root).render(<RouterProvider router={router} />);
