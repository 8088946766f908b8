import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../../build/root.ts';
import { ownCertificate } from '../../local-cloud/tls/certificate.ts';

const hour = 3_600_000;

/** A stored session that is open. */
const session = () => ({
  sub: { S: '00000000-0000-4000-8000-000000000000' },
  username: { S: 'ada@example.org' },
  last_seen: { N: String(Date.now()) },
  ends: { N: String(Date.now() + hour) },
});

const replies: Readonly<Record<string, () => object>> = {
  GetSecretValue: () => ({ SecretString: 'secret' }),
  GetItem: () => ({ Item: session() }),
  Query: () => ({ Items: [] }),
};

/** Variables for a process that sends its calls to this machine. */
interface StandIn {
  readonly env: Readonly<Record<'AWS_ENDPOINT_URL' | 'NODE_EXTRA_CA_CERTS', string>>;
  readonly close: () => void;
}

/** Responds to the first call of an applicant over HTTPS, as AWS does: secrets, a session, an application. */
export async function awsStandIn(): Promise<StandIn> {
  const folder = join(root, '.cache/bench');
  const server = createServer(await ownCertificate(folder), (request, response) => {
    const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
    request.resume();
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify(replies[operation]?.()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const NODE_EXTRA_CA_CERTS = join(folder, 'tls/cert.pem');
  const env = { AWS_ENDPOINT_URL: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS };
  return { env, close: () => void server.close() };
}
