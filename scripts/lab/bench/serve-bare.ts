import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { BarePage } from './bare-page.ts';

/** Serves a bare page as CloudFront would: compressed, from one host. */
export async function serveBare({ html, script }: BarePage) {
  const [page, code] = [brotliCompressSync(html), brotliCompressSync(script)];
  const server = createServer(({ url }, response) => {
    const isScript = url === '/bare.js';
    response.setHeader('content-encoding', 'br');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? code : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/about`,
    close: () => server.close(),
  };
}
