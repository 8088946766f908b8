import { execFileSync } from 'node:child_process';
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

/**
 * Trusts the certificate authorities that npm trusts. By default, Node uses neither those of the machine nor
 * npm's `cafile`.
 */
function trustAsNpm(): void {
  const { npm_config_cafile: file = '' } = process.env;
  const own = existsSync(file) ? [readFileSync(file, 'utf8')] : [];
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system'), ...own]);
}

/**
 * Serves the npm registry on plain HTTP, to this machine only. The image build does not use the machine's
 * settings, such as a private registry or the certificate authority of a company proxy; this server does. The
 * Dockerfile verifies the checksum of every package, so plain HTTP is safe.
 */
export async function startRegistry(): Promise<Registry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
    .trim()
    .replace(/\/$/, '');
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
