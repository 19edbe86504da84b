import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MAX_BODY_BYTES } from '../../shared/wire/vault.ts';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

const RULES = readFileSync(new URL('../../server/hosting/alerts.yml', import.meta.url), 'utf8');
/** Bytes above which the alert CondorMemory fires. */
const LIMIT = Number(/process_resident_memory_bytes\{[^}]*\} > (\S+)/.exec(RULES)?.[1]);

let server: ServerProcess;
let transport: ReturnType<typeof createHttpTransport>;
const clients: Socket[] = [];

async function start() {
  server = await startServerProcess({ environment: { SERVER_METRICS: 'loopback' } });
  transport = createHttpTransport(server.port);
}
beforeAll(start);
afterAll(async () => {
  for (const client of clients) client.destroy();
  transport.close();
  await server.end();
});

async function memory(): Promise<number> {
  const { text } = await transport({
    method: 'GET',
    path: '/metrics',
    headers: { host: 'localhost' },
  });
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

/**
 * Sends a login except for its last byte, so that the server keeps the received bytes in memory.
 */
function sendUnfinished(body: Buffer): void {
  const client = connect(server.port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(
    [
      'POST /v1/authentication/verify HTTP/1.1',
      'Host: localhost:8787',
      `Origin: ${DEVELOPMENT_TENANT.origin}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length + 1}`,
      '\r\n',
    ].join('\r\n'),
  );
  client.write(body);
  clients.push(client);
}

it('thousands of unfinished requests raise the memory above the alert’s limit, and a restart frees that memory', async () => {
  expect(LIMIT).toBeGreaterThan(100e6);
  expect(await memory()).toBeLessThan(LIMIT);
  const body = Buffer.alloc(MAX_BODY_BYTES - 1, ' ');
  for (let sent = 0; sent < LIMIT; sent += body.length) sendUnfinished(body);
  await vi.waitUntil(async () => (await memory()) > LIMIT, { timeout: 25_000, interval: 200 });

  transport.close();
  await server.end();
  await start();
  expect(await memory()).toBeLessThan(LIMIT);
});
