import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { entryToWire } from '../../../server/orders/entry.ts';
import { DEADLINES_MS } from '../../../server/orders/limits.ts';
import { type OrdersServiceOptions, ordersService } from '../../../server/orders/plugin.ts';
import type { OrdersTables } from '../../../server/orders/tables.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { type Feed, parseFeed } from '../../../shared/orders/parse-feed.ts';
import { epochMs } from '../../../shared/units.ts';
import { compareWithSchemas } from '../../helpers/compare-with-schemas.ts';
import { freePort } from '../../helpers/free-port.ts';

export const systemClock = { now: () => epochMs(Date.now()) };

/** Deadlines that slow machines meet too. */
const LONG_DEADLINES = { signatures: 60_000, chain: DEADLINES_MS.chain };

export function temporaryDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'condor-orders-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface RunningOrders {
  readonly app: FastifyInstance;
  feed(): Promise<Feed>;
  post(body: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  remove(digest: string, signature: unknown): Promise<number>;
  health(): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts an app with only the orders service, registered as a host app would register it. */
export async function startOrders(
  target: DatabaseTarget,
  options: Pick<OrdersServiceOptions, 'chain'> & Partial<OrdersServiceOptions>,
): Promise<RunningOrders> {
  const database = openDatabase<OrdersTables>(target, { busyTimeoutMs: 0 });
  const app = Fastify();
  app.addHook('onClose', database.close);
  const differences = compareWithSchemas(app);
  await app.register(ordersService, {
    prefix: '/orders',
    database,
    clock: systemClock,
    deadlines: LONG_DEADLINES,
    ...options,
  });
  await app.ready();
  return {
    app,
    async feed() {
      const answer = await app.inject('/orders/');
      return parseFeed(answer.json()) ?? Promise.reject(new Error('no feed'));
    },
    async post(body) {
      const answer = await app.inject({ method: 'POST', url: '/orders/', payload: body as object });
      return { status: answer.statusCode, body: answer.json() };
    },
    async remove(digest, signature) {
      const url = `/orders/${digest}`;
      return (await app.inject({ method: 'DELETE', url, payload: { signature } })).statusCode;
    },
    async health() {
      return (await app.inject('/orders/health')).json();
    },
    async stop() {
      await app.close();
      if (differences.length > 0) throw new Error(differences.join('\n'));
    },
  };
}

/** Returns a signed order in the form that makers post. */
export function wire(signed: SignedOrder, extras: Record<string, unknown> = {}) {
  return { ...entryToWire(signed), ...extras };
}

/** Starts an HTTP server that answers as the test decides. */
export async function startHttp(
  answer: (response: ServerResponse) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const server: Server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
