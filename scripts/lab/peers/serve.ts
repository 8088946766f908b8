import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { PeerFiles, PeerName } from './build.ts';

export interface PeerServer {
  readonly urlOf: (name: PeerName) => string;
  readonly close: () => void;
}

/** Serves the peers compressed, as CloudFront does. Every path of a peer shows its page. */
export async function servePeers(files: ReadonlyMap<PeerName, PeerFiles>): Promise<PeerServer> {
  const compressed = new Map<string, readonly [type: string, body: Buffer]>();
  for (const [name, { html, script }] of files) {
    compressed.set(`/${name}/app.js`, ['text/javascript', brotliCompressSync(script)]);
    compressed.set(`/${name}/`, ['text/html', brotliCompressSync(html)]);
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = compressed.get(url) ?? [];
    if (type === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { urlOf: (name) => `http://127.0.0.1:${port}/${name}/`, close: () => server.close() };
}
