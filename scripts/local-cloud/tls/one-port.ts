import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';

/** The first byte of a TLS handshake; no HTTP method begins with it. */
const handshake = 22;

/** Serves http and https on one port: the first byte of a connection tells which of them it is. */
export function onOnePort(plain: HttpServer, secure: HttpsServer): Server {
  return createServer({ pauseOnConnect: false, noDelay: true }, (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      const server = first[0] === handshake ? secure : plain;
      socket.unshift(first);
      server.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
}
