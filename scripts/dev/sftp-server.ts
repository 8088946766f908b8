import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { ensureProgram } from './programs.ts';

/** Keys of this machine, made once. The assembly names the host key, so it must not change with each run. */
const keyFolder = join(root, '.cache/sftp');

export interface SftpKeys {
  /** Its type and base64 body, as the setting `deliveries.hostKeys` has it. */
  readonly hostKey: string;
  /** The private key of the user. */
  readonly userKey: string;
}

/** Makes a key unless it exists. Another process may make one too: the last one that is renamed is used. */
function makeKey(name: string): string {
  const file = join(keyFolder, name);
  if (existsSync(file)) return file;
  mkdirSync(keyFolder, { recursive: true, mode: 0o700 });
  const draft = `${file}.draft-${process.pid}`;
  const args = ['-q', '-t', 'ecdsa', '-b', '256', '-N', '', '-C', 'matricula', '-f', draft];
  const { status, stderr, error } = spawnSync('ssh-keygen', args, { encoding: 'utf8' });
  if (status !== 0) throw new UsageError(`ssh-keygen cannot make a key: ${error?.message ?? stderr}`);
  renameSync(`${draft}.pub`, `${file}.pub`);
  renameSync(draft, file);
  return file;
}

const withoutComment = (file: string) => readFileSync(`${file}.pub`, 'utf8').split(' ').slice(0, 2).join(' ');

/** The keys of the local SFTP server. Needs ssh-keygen, which is installed with the server. */
export async function sftpKeys(): Promise<SftpKeys> {
  await findServer();
  return { hostKey: withoutComment(makeKey('host')), userKey: readFileSync(makeKey('user'), 'utf8') };
}

async function findServer(): Promise<string> {
  const found = await ensureProgram('sshd');
  if ('missing' in found) throw new UsageError(found.missing);
  return found.file;
}

const configOf = (port: number, hostKey: string) => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${hostKey}
AuthorizedKeysFile ${join(keyFolder, 'user.pub')}
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
UsePAM no
StrictModes no
PidFile none
MaxStartups 100
Subsystem sftp internal-sftp
ForceCommand internal-sftp
`;

/** Listens on a port of this machine, or on a free one. Returns the port. */
function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}

/** True once the server sends its banner. */
function isUp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket
      .once('data', () => end(true))
      .once('error', () => end(false))
      .once('close', () => end(false));
  });
}

async function startProgram(program: string, hostKey: string) {
  const port = await freePort();
  makeKey('user');
  const config = join(keyFolder, `sshd-${port}.config`);
  writeFileSync(config, configOf(port, makeKey(hostKey)));
  // OpenSSH as root requires the folder of its unprivileged process.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const child = spawn(program, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxOutput);
  });
  while (!(await isUp(port))) {
    if (child.exitCode !== null) throw new UsageError(`The SFTP server did not start: ${output}`);
    await pause(pollMs);
  }
  rmSync(config);
  const stop = async () => {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (child.kill()) await ended;
  };
  return { port, stop };
}

const maxOutput = 2000;
const pollMs = 20;

export interface LocalSftpServer {
  readonly port: number;
  /** The folder that clients see as `/`. */
  readonly root: string;
  /** Stops the server and cuts every connection. The returned function starts it again on its port. */
  stop(): Promise<() => Promise<void>>;
  /** Cuts each new connection after the client has sent this many bytes. The returned function ends that. */
  cutAfter(bytes: number): () => void;
  /** Shows another host key to new connections. The returned function ends that. */
  changeHostKey(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Starts an OpenSSH server that serves SFTP on this machine to one user with one key. Clients reach it
 * through a relay, whose port stays the same, and which can break connections.
 */
export async function startSftpServer(folder: string): Promise<LocalSftpServer> {
  const program = await findServer();
  mkdirSync(folder, { recursive: true });
  let sshd = await startProgram(program, 'host');
  let cutAt = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const relay = () =>
    createServer((client) => {
      const [limit, target] = [cutAt, follow(connect(sshd.port, '127.0.0.1'))];
      follow(client).on('data', () => {
        if (client.bytesRead > limit) client.destroy();
      });
      client.pipe(target).pipe(client);
      client.once('close', () => target.destroy());
      target.once('close', () => client.destroy());
    });
  let front = relay();
  const port = await listen(front);
  const closeFront = async () => {
    const closed = close(front);
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const startWith = async (name: string) => {
    await sshd.stop();
    sshd = await startProgram(program, name);
  };
  return {
    port,
    root: folder,
    async stop() {
      await closeFront();
      return async () => {
        front = relay();
        await listen(front, port);
      };
    },
    cutAfter(bytes) {
      cutAt = bytes;
      return () => {
        cutAt = Number.POSITIVE_INFINITY;
      };
    },
    async changeHostKey() {
      await startWith('other');
      return () => startWith('host');
    },
    async close() {
      await closeFront();
      await sshd.stop();
    },
  };
}
