import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * What Node would answer by itself, before any route, hook or header of ours: malformed or
 * over-long requests, slow ones, impossible expectations. All become a 400 that nobody caches.
 */
const BODY = JSON.stringify({ error: 'INVALID_REQUEST' });
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(BODY.length),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};
const RESPONSE = `HTTP/1.1 400 Bad Request\r\n${Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}\r\n${BODY}`;

/**
 * Answers what never became a request, and ends the connection: not at once, for to close it while
 * bytes of the client wait unread would take the answer back, but after `lingerMs` whatever it does.
 */
export function refuse(socket: Duplex, lingerMs: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(RESPONSE);
  const lingering = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(lingering));
}

/** Refuses `Expect` headers other than `100-continue`, which Node would answer with 417. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(400, HEADERS).end(BODY);
  });
}
