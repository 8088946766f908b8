import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A change that the edge makes to a reply. The cloud behind it works. */
export interface Change {
  readonly path: RegExp;
  readonly status?: number;
  /** Undefined removes a header. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Starts a proxy in front of a site that breaks some of its replies, as a badly configured edge does. */
export async function startEdgeProxy(site: string, changes: readonly Change[]) {
  let own = '';
  const server: Server = createServer(async (incoming, response) => {
    const path = incoming.url ?? '/';
    const headers = new Headers(incoming.headers as Record<string, string>);
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
    if (headers.get('origin') === own) headers.set('origin', site);
    const body = Buffer.concat(await incoming.toArray());
    const reply = await fetch(site + path, {
      method: incoming.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body }),
    });
    for (const [name, value] of reply.headers)
      if (!['content-encoding', 'content-length', 'set-cookie', 'connection'].includes(name))
        response.setHeader(name, value);
    response.setHeader('set-cookie', reply.headers.getSetCookie());
    const applying = changes.filter((each) => each.path.test(path));
    for (const { headers: changed = {} } of applying)
      for (const [name, value] of Object.entries(changed))
        if (value === undefined) response.removeHeader(name);
        else response.setHeader(name, value);
    response.writeHead(applying.find(({ status }) => status !== undefined)?.status ?? reply.status);
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
