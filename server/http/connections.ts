import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuse } from './raw-answers.ts';
import { SLOW_READER_MS } from './slow-reader.ts';

/** Timeouts for slow clients, in milliseconds. */
export interface ClientTimeouts {
  readonly request: number;
  readonly headers: number;
  /**
   * Milliseconds between Node's checks of these limits. With Node's default of 30 s, the limits
   * would be up to twice as long.
   */
  readonly look: number;
  /** Longest wait for a connection's next request while the server closes; 0: forever. */
  readonly closingIdle: number;
  /**
   * Milliseconds for sending the remaining body and reading its response while the server closes.
   */
  readonly closing: number;
  /** Milliseconds for which a rejected client's input is read and discarded. */
  readonly linger: number;
  /** Milliseconds for which a client may leave a waiting response unread. */
  readonly reading: number;
  /** Milliseconds for which responses may wait for a client in total. */
  readonly wholeReading: number;
}

export const CLIENT_TIMEOUTS: ClientTimeouts = {
  request: 30_000,
  headers: 15_000,
  look: 5_000,
  closingIdle: 100,
  closing: 4_000,
  linger: 1_000,
  reading: SLOW_READER_MS.idle,
  wholeReading: SLOW_READER_MS.whole,
};

/**
 * Maximum number of concurrent requests of one connection. Normal clients wait for each response. A
 * script may send hundreds of requests and read nothing, and the process would keep all responses.
 */
const MAX_PIPELINED = 8;

interface Connection {
  /** Responses that aren't completely sent. */
  readonly running: Set<ServerResponse>;
  /** The request whose body may still be arriving. */
  latest: IncomingMessage | undefined;
  /** True if the input is no longer HTTP; it is rejected after the pending responses. */
  isBroken: boolean;
  /** Milliseconds for which output has been waiting for the client. */
  waited: number;
}

/** Tracks requests and responses on a server's connections. */
export interface Connections {
  /** Listener for Node's `clientError`. */
  readonly onClientError: (error: Error & { code?: string }, socket: Duplex) => void;
  watch(server: Server): void;
  /**
   * Ends every connection that waits for its client, immediately or after a grace time. Called
   * before a server closes. Connections with a response in progress stay open.
   */
  endIdle(server: Server): void;
}

/** Node detects idle connections only after their first request, and doesn't track bodies. */
export function createConnections(timeouts: ClientTimeouts = CLIENT_TIMEOUTS): Connections {
  const connections = new Map<Duplex, Connection>();

  function onResponseClose(this: ServerResponse): void {
    const { req } = this;
    const connection = connections.get(req.socket);
    if (connection === undefined) return;
    connection.running.delete(this);
    if (connection.latest === req && req.complete) connection.latest = undefined;
    if (connection.isBroken) refuseInTurn(req.socket, connection, timeouts.linger);
  }

  return {
    onClientError(error, socket) {
      const connection = connections.get(socket);
      if (error.code === 'ECONNRESET' || connection === undefined || isSilent(socket)) {
        socket.destroy();
        return;
      }
      // All further input is discarded until the connection ends.
      if (connection.isBroken) return;
      connection.isBroken = true;
      refuseInTurn(socket, connection, timeouts.linger);
    },
    watch(server) {
      cutSlowReaders(server, connections, timeouts);
      server.on('connection', (socket: Socket) => {
        const connection: Connection = {
          running: new Set(),
          latest: undefined,
          isBroken: false,
          waited: 0,
        };
        connections.set(socket, connection);
        socket.once('close', () => connections.delete(socket));
        lingerAtEnd(socket, connection, timeouts.linger);
      });
      server.prependListener('request', (request, response) => {
        const connection = connections.get(request.socket);
        if (connection === undefined) return;
        connection.running.add(response);
        if (connection.running.size > MAX_PIPELINED) request.socket.destroy();
        connection.latest = request;
        response.once('close', onResponseClose);
      });
      // Node stops managing a connection after `CONNECT`.
      server.on('connect', (_request, socket) => {
        socket.on('error', () => socket.destroy()).resume();
        const connection = connections.get(socket);
        if (connection === undefined) return;
        connection.isBroken = true;
        refuseInTurn(socket, connection, timeouts.linger);
      });
    },
    endIdle(server) {
      // Pending responses have promised keep-alive, and closing a server ends only idle
      // connections. With a short keep-alive, Node closes the other connections soon after their
      // last response.
      server.keepAliveTimeout = timeouts.closingIdle;
      server.keepAliveTimeoutBuffer = 0;
      for (const [socket, { running }] of connections) if (running.size === 0) socket.destroy();
      const looking = setInterval(() => {
        for (const [socket, { running }] of connections)
          if ([...running].every(waitsForClient)) socket.destroy();
      }, timeouts.closing);
      server.once('close', () => clearInterval(looking));
    },
  };
}

/** Disconnects clients that don't read their responses, on any route. */
function cutSlowReaders(
  server: Server,
  connections: ReadonlyMap<Duplex, Connection>,
  { look, reading, wholeReading }: ClientTimeouts,
): void {
  server.timeout = reading;
  // Node emits this event after a time without input or output, even for an idle connection.
  server.on('timeout', (socket) => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.running.size === 0 || hasOutput(socket, connection))
      socket.destroy();
  });
  const looks = setInterval(() => {
    for (const [socket, connection] of connections) {
      connection.waited = hasOutput(socket, connection) ? connection.waited + look : 0;
      if (connection.waited >= wholeReading) socket.destroy();
    }
  }, look).unref();
  server.once('close', () => clearInterval(looks));
}

function hasOutput(socket: Duplex, { running }: Connection): boolean {
  return socket.writableLength > 0 || [...running].some(({ writableLength }) => writableLength > 0);
}

/**
 * Reads and discards the remaining body after a response that ends the connection. Node would close
 * immediately, and a client or proxy that is still sending would lose the response.
 */
function lingerAtEnd(socket: Socket, connection: Connection, lingerMs: number): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const { latest } = connection;
    if (latest === undefined || latest.complete) {
      destroySoon();
      return;
    }
    socket.end();
    latest.once('end', () => socket.destroy()).resume();
    const lingering = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(lingering));
  };
}

function waitsForClient(response: ServerResponse): boolean {
  return response.writableEnded || !response.req.complete;
}

/** Returns true if no byte of a message has arrived. Such a client expects no response. */
function isSilent(socket: Duplex): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0;
}

/**
 * Rejects input that isn't HTTP, unless an earlier response is pending or the response to this
 * input has begun.
 */
function refuseInTurn(socket: Duplex, { running, latest }: Connection, lingerMs: number): void {
  if (latest === undefined || latest.complete) {
    if (running.size === 0) refuse(socket, lingerMs);
    return;
  }
  const own = [...running].find((response) => response.req === latest);
  if (own === undefined) socket.destroy();
  else if (running.size === 1 && !own.headersSent) refuse(socket, lingerMs);
}
