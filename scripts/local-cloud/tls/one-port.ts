import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';

/** The first byte of a TLS handshake; no HTTP method begins with it. */
const handshake = 22;

/** Idle connections stay open longer than clients keep them: one that closes while a client sends would fail the call. */
const keepAliveMs = 120_000;

interface OnePort {
  readonly server: Server;
  /** Stops listening and ends every connection. */
  readonly close: () => Promise<void>;
}

/**
 * Serves http and https on one port: the first byte of a connection tells which of them it is. `createSecure` is called at the first
 * TLS handshake. If it fails, the connection is closed, and the next one tries again.
 */
export function onOnePort(plain: HttpServer, createSecure: () => Promise<HttpsServer>): OnePort {
  plain.keepAliveTimeout = keepAliveMs;
  let secure: Promise<HttpsServer> | undefined;
  const secureServer = () => {
    secure ??= createSecure().then(
      (made) => Object.assign(made, { keepAliveTimeout: keepAliveMs }),
      (error) => {
        secure = undefined;
        throw error;
      },
    );
    return secure;
  };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      const serveBy = (server: HttpServer | HttpsServer) => {
        server.emit('connection', socket);
        process.nextTick(() => socket.resume());
      };
      if (first[0] !== handshake) return serveBy(plain);
      secureServer().then(serveBy, () => socket.destroy());
    });
  });
  return {
    server,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
