import Client from 'ssh2-sftp-client';
import type { Connector } from './read-connectors.ts';

/** A server outside AWS: its port on this machine, and the folder that clients see as `/`. */
export interface SftpServer {
  readonly port: number;
  readonly root: string;
}

/** A failure with the code that its event has. The codes of AWS are not documented. */
export class SessionError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The secret of a connector: https://docs.aws.amazon.com/transfer/latest/userguide/sftp-connector-secret-procedure.html */
interface Login {
  readonly Username: string;
  readonly PrivateKey?: string;
  readonly Password?: string;
}

const connectMs = 30_000;
const ignore = () => {};

function loginOf(secret: string): Login {
  try {
    return JSON.parse(secret);
  } catch {
    throw new SessionError('INVALID_SECRET', 'The secret is not JSON with Username and PrivateKey.');
  }
}

const isTrusted = ({ hostKeys }: Connector, key: Buffer) =>
  hostKeys.some((each) => each.split(' ')[1] === key.toString('base64'));

/** Opens a connection, and closes it after `work`. */
export async function withSession<T>(
  connector: Connector,
  { port }: SftpServer,
  secret: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { Username, PrivateKey, Password } = loginOf(secret);
  const client = new Client('connector', { error: ignore, end: ignore, close: ignore });
  let isRejected = false;
  try {
    await client.connect({
      ...{ host: '127.0.0.1', port, username: Username, privateKey: PrivateKey, password: Password },
      readyTimeout: connectMs,
      hostVerifier: (key: Buffer) => {
        isRejected = !isTrusted(connector, key);
        return !isRejected;
      },
    });
    return await work(client);
  } catch (error) {
    if (isRejected)
      throw new SessionError('HOST_KEY_MISMATCH', 'The host key of the server is not a trusted host key.');
    throw new SessionError('SFTP_ERROR', error instanceof Error ? error.message : String(error));
  } finally {
    await client.end().catch(() => false);
  }
}

/**
 * Writes a whole file. The client reports success even if the server could not write, because its disk is
 * full for example, so the size is compared.
 */
export async function putWhole(client: Client, bytes: Buffer, remotePath: string): Promise<void> {
  await client.put(bytes, remotePath);
  const { size } = await client.stat(remotePath);
  if (size !== bytes.length)
    throw new Error(`${remotePath}: the server stored ${size} of ${bytes.length} bytes`);
}
