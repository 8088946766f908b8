import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export interface Registry extends AsyncDisposable {
  readonly address: string;
}

/** fetch hides the reason in the cause of its error. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

/** Trusts whom npm trusts: Node alone knows neither the machine's certificate authorities nor the file of npm's settings. */
function trustAsNpm(): void {
  const { npm_config_cafile: file = '' } = process.env;
  const own = existsSync(file) ? [readFileSync(file, 'utf8')] : [];
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system'), ...own]);
}

/**
 * The npm registry on plain HTTP, on this machine alone. The build has none of the machine's settings: a registry of one's own, a
 * certificate authority of a company's proxy. Here they apply. The Dockerfile checks every package by its checksum, so that
 * whoever stands between cannot change one.
 */
export async function startRegistry(): Promise<Registry> {
  const upstream = (process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, '');
  trustAsNpm();
  const server = createServer(async ({ url, headers }, response) => {
    try {
      const accept = headers.accept ?? '*/*';
      const found = await fetch(upstream + url, { headers: { accept } });
      const type = found.headers.get('content-type') ?? 'application/octet-stream';
      response.writeHead(found.status, { 'content-type': type });
      await pipeline(Readable.fromWeb(found.body as never), response);
    } catch (error) {
      console.error(`${upstream}${url} cannot be reached: ${reasonOf(error)}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
