import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuse } from './raw-answers.ts';

/** Milliseconds that a server waits for its clients. */
export interface Patience {
  /** Longest time for a client to send a request. */
  readonly request: number;
  /** Longest time for its headers alone. */
  readonly headers: number;
  /** How often Node looks for those that take longer; its own 30 s would make the times above double. */
  readonly look: number;
  /** While closing: how long a connection waits for another request; 0 would be for ever. */
  readonly closingIdle: number;
  /** While closing: how long the rest of a request's body may take. */
  readonly closingBody: number;
  /** While closing: how long a client may take to read its answer. */
  readonly closingAnswer: number;
  /** How long what a refused client still sends is read away. */
  readonly linger: number;
}

export const PATIENCE: Patience = {
  request: 30_000,
  headers: 15_000,
  look: 5_000,
  closingIdle: 100,
  closingBody: 2_000,
  closingAnswer: 7_500,
  linger: 1_000,
};

interface Connection {
  /** Responses that are not out yet. */
  readonly running: Set<ServerResponse>;
  /** The request whose body may still be under way. */
  latest: IncomingMessage | undefined;
  /** What comes in is no HTTP any more: once the answers under way are out, it is refused. */
  isBroken: boolean;
}

/** What is under way on the connections of a server. */
export interface Connections {
  /** For Node's `clientError`. */
  readonly onClientError: (error: Error & { code?: string }, socket: Duplex) => void;
  watch(server: Server): void;
  /**
   * For a server that is about to close: ends every connection that waits for its client, at once or
   * after a grace time, and leaves those alone whose answers we are working on.
   */
  endIdle(server: Server): void;
}

/** Node tells idle connections from others only after their first request, and counts no bodies. */
export function createConnections(patience: Patience = PATIENCE): Connections {
  const connections = new Map<Duplex, Connection>();

  function onResponseClose(this: ServerResponse): void {
    const { req } = this;
    const connection = connections.get(req.socket);
    if (connection === undefined) return;
    connection.running.delete(this);
    if (connection.latest === req && req.complete) connection.latest = undefined;
    if (connection.isBroken) refuseInTurn(req.socket, connection, patience.linger);
  }

  return {
    onClientError(error, socket) {
      const connection = connections.get(socket);
      if (error.code === 'ECONNRESET' || connection === undefined || isSilent(socket)) {
        socket.destroy();
        return;
      }
      // Whatever follows is read away until the connection ends.
      if (connection.isBroken) return;
      connection.isBroken = true;
      refuseInTurn(socket, connection, patience.linger);
    },
    watch(server) {
      server.on('connection', (socket: Socket) => {
        connections.set(socket, { running: new Set(), latest: undefined, isBroken: false });
        socket.once('close', () => connections.delete(socket));
      });
      server.prependListener('request', (request, response) => {
        const connection = connections.get(request.socket);
        if (connection === undefined) return;
        connection.running.add(response);
        connection.latest = request;
        response.once('close', onResponseClose);
      });
      // Node takes its own hands off such a connection.
      server.on('connect', (_request, socket) => {
        socket.on('error', () => socket.destroy()).resume();
        const connection = connections.get(socket);
        if (connection === undefined) return;
        connection.isBroken = true;
        refuseInTurn(socket, connection, patience.linger);
      });
    },
    endIdle(server) {
      // An answer to what came before promises a connection that lives on, and closing ends only
      // those that wait already: Node ends the others once their last answer is out.
      server.keepAliveTimeout = patience.closingIdle;
      server.keepAliveTimeoutBuffer = 0;
      for (const [socket, { running }] of connections) if (running.size === 0) socket.destroy();
      const begun = performance.now();
      const looking = setInterval(() => {
        const isLate = performance.now() - begun >= patience.closingAnswer;
        for (const [socket, { running }] of connections) {
          if ([...running].every((response) => waitsForClient(response, isLate))) socket.destroy();
        }
      }, patience.closingBody);
      server.once('close', () => clearInterval(looking));
    },
  };
}

function waitsForClient(response: ServerResponse, isLate: boolean): boolean {
  return response.writableEnded ? isLate : !response.req.complete;
}

/** Whether no byte of any message has come: then there is nothing to answer. */
function isSilent(socket: Duplex): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0;
}

/** Answers what is no HTTP after every answer that is due before it, and only what has none yet. */
function refuseInTurn(socket: Duplex, { running, latest }: Connection, lingerMs: number): void {
  if (latest === undefined || latest.complete) {
    if (running.size === 0) refuse(socket, lingerMs);
    return;
  }
  const own = [...running].find((response) => response.req === latest);
  if (own === undefined) socket.destroy();
  else if (running.size === 1 && !own.headersSent) refuse(socket, lingerMs);
}
