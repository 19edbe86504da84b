import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Body of the responses that replace Node's own error responses. Node would send those before our
 * routes, hooks and headers: for malformed, too long or slow requests, and for unsupported
 * expectations. Each response is an uncached 400.
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
 * Responds to input that never became a request, and ends the connection after `lingerMs`. A
 * connection that closes with unread input would lose the response.
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

/** Rejects `Expect` headers other than `100-continue`; Node would answer 417. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(400, HEADERS).end(BODY);
  });
}
