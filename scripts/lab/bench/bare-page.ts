import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

const scripts = /<script\b[^>]*>.*?<\/script>|<link\b[^>]*rel="(?:modulepreload|preload)"[^>]*>/gs;

/**
 * Serves a page of the product without its scripts, compressed: the least that a browser needs for the same
 * fields. The style that hides the fields until a script runs goes, too.
 */
export async function serveBare(url: string) {
  const page = (await (await fetch(url)).text()).replaceAll(scripts, '').replace(/ data-path="[^"]*"/, '');
  const body = brotliCompressSync(page);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-encoding', 'br');
    response.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
