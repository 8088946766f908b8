import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';

/** The first byte of a TLS handshake; no HTTP method begins with it. */
const handshake = 22;

/**
 * Idle timeout above that of clients: if the server closed a connection while a client sends, the call would
 * fail.
 */
const keepAliveMs = 120_000;

interface OnePort {
  readonly server: Server;
  /** Stops listening and closes every connection. */
  readonly close: () => Promise<void>;
}

/**
 * Serves http and https on one port, distinguished by the first byte of a connection. `createSecure` is
 * called at the first TLS handshake. If it fails, the connection is closed, and the next one retries.
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
