import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Hex } from 'viem';
import { startLoop } from '../chain/loop.ts';
import { addressGroup } from '../http/client-address.ts';
import { OrdersError } from './errors.ts';
import { createFeedChanges } from './feed-changes.ts';
import { accepts } from './feed-encodings.ts';
import type { StreamLimits } from './limits.ts';
import { createSharedEvent, type SharedEvent } from './shared-event.ts';

/** Milliseconds for which changes are collected into one event. */
const GATHER_MS = 100;
const HEARTBEAT_MS = 10_000;

interface Client {
  readonly response: ServerResponse;
  readonly group: string;
  readonly isPacked: boolean;
  /** Largest number of bytes that were sent at a time. */
  largestSend: number;
  /** Time at which the client was first seen to leave bytes unread. */
  unreadSince: number | undefined;
}

/** Sends changes of the feed to clients that keep a connection open. */
export interface FeedStream {
  /** Records a shown entry with its body, or a hidden entry without a body. */
  note(digest: Hex, body: string | undefined): void;
  /** Opens a client's stream with the changes since the client's version. @throws OrdersError */
  open(request: FastifyRequest, reply: FastifyReply, version: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a stream of server-sent events. Each event is built and compressed only once. The deflate
 * blocks refer to nothing before them, so they fit into the gzip stream of every client.
 */
export function createFeedStream(deps: {
  readonly feed: () => { readonly etag: string };
  readonly marketData: () => Readonly<Record<string, number>>;
  readonly limits: StreamLimits;
  /** True if connections are limited per address. */
  readonly isLimited: boolean;
}): FeedStream {
  const { limits } = deps;
  const clients = new Set<Client>();
  const groups = new Map<string, number>();
  const changes = createFeedChanges(deps.feed().etag);
  const heartbeat = createSharedEvent(':\n\n');
  let streams = 0;
  let entries = new Map<Hex, string | undefined>();
  let turn: Promise<unknown> = Promise.resolve();
  let beatAt = performance.now();
  let isClosed = false;

  function gather() {
    const gathered = entries;
    entries = new Map();
    const version = deps.feed().etag;
    return changes.add({ version, entries: gathered, marketData: deps.marketData() });
  }

  async function tick(): Promise<void> {
    const change = gather();
    const isDue = performance.now() - beatAt >= HEARTBEAT_MS;
    if (isDue) beatAt = performance.now();
    const events = [...(change ? [change.event] : []), ...(isDue ? [heartbeat] : [])];
    cutSlowClients();
    // Clients that connect during the compression get this change at their start.
    const receivers = [...clients];
    if (events.length === 0 || receivers.length === 0) return;
    const isAnyPacked = receivers.some(({ isPacked }) => isPacked);
    const packed = await bytesOf(events, isAnyPacked);
    const plain = events.map((event) => event.plain);
    for (const client of receivers) send(client, client.isPacked ? packed : plain);
  }

  function send(client: Client, parts: readonly Buffer[]): void {
    for (const part of parts) client.response.write(part);
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    client.largestSend = Math.max(client.largestSend, bytes);
  }

  function cutSlowClients(): void {
    const now = performance.now();
    for (const client of clients) {
      const { response } = client;
      if (response.writableLength === 0) client.unreadSince = undefined;
      else client.unreadSince ??= now;
      const isLate = now - (client.unreadSince ?? now) > limits.unreadMs;
      // The limit grows by the client's largest send, because a client needs time to read many
      // bytes.
      const isTooMuch = response.writableLength > limits.unreadBytes + client.largestSend;
      if (isLate || isTooMuch) response.destroy();
    }
  }

  /** Runs one task at a time, so that each client gets every change once and in order. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.catch(() => undefined).then(work);
    turn = next;
    return next;
  }

  function admit(group: string): void {
    const count = groups.get(group) ?? 0;
    const isFull = streams >= limits.all || isClosed;
    if (isFull || (deps.isLimited && count >= limits.perAddress))
      throw new OrdersError('too-many', 'Too many streams are open.', {
        details: { retryAfter: 30 },
      });
    groups.set(group, count + 1);
    streams++;
  }

  function leave(client: Client): void {
    clients.delete(client);
    streams--;
    const left = (groups.get(client.group) ?? 1) - 1;
    if (left > 0) groups.set(client.group, left);
    else groups.delete(client.group);
  }

  const loop = startLoop(() => inTurn(tick), GATHER_MS);
  return {
    note: (digest, body) => void entries.set(digest, body),
    async open(request, reply, version) {
      // A pipelined request has no socket while an earlier response is being sent.
      if (reply.raw.destroyed || reply.raw.socket === null)
        throw new OrdersError('bad-request', 'A stream needs a connection of its own.');
      const group = addressGroup(request.ip);
      admit(group);
      const isPacked = accepts(request.headers['accept-encoding'], 'gzip');
      const client: Client = {
        ...{ response: reply.raw, group, isPacked },
        largestSend: 0,
        unreadSince: undefined,
      };
      reply.raw.socket.once('close', () => leave(client));
      reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no');
      if (isPacked) reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
      const headers = reply.getHeaders();
      reply.hijack();
      await inTurn(async () => {
        await tick();
        // The first bytes are sent immediately, so that the client sees that the stream works.
        const start = await bytesOf([heartbeat, ...changes.since(version)], isPacked);
        if (reply.raw.destroyed) return;
        reply.raw.writeHead(200, headers as Record<string, string | number>);
        send(client, isPacked ? [GZIP_HEADER, ...start] : start);
        clients.add(client);
      });
    },
    async close() {
      isClosed = true;
      await loop.stop();
      // Waits for streams that are being opened, so that they get their first bytes.
      await inTurn(async () => {
        for (const { response } of clients) response.end();
      });
    },
  };
}

/** Head of a gzip stream (RFC 1952): deflate, no flags, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function bytesOf(events: readonly SharedEvent[], isPacked: boolean): Promise<Buffer[]> {
  return Promise.all(events.map((event) => (isPacked ? event.packed() : event.plain)));
}
