// Begins the first calls while the page's script loads and starts, as preloads, which the script's own calls
// take over. It has no imports, so it runs first. An address in another form than the page writes only
// repeats its call.

const { pathname, search } = location;
const member = pathname === '/staff/signed-out' ? [] : ['/api/staff/me'];
const list = pathname === '/staff' ? [`/api/staff/applications${search}`] : [];

for (const href of [...member, ...list])
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href }),
  );

export {};
