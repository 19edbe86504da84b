import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { createVaultClient, envelopeText } from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

const CLIENTS = 60;
/** Bytes of a large vault's payload. */
const PAYLOAD = 65_552;
/** Maximum bytes by which unread answers may make the process grow. */
const MAX_GROWTH = 150e6;

let server: ServerProcess;
let transport: ReturnType<typeof createHttpTransport>;
let request: string;
let open = 0;
const clients: Socket[] = [];

beforeAll(async () => {
  server = await startServerProcess({ environment: { SERVER_METRICS: 'loopback' } });
  transport = createHttpTransport(server.port);
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const { account, authenticator } = await client.openAccount();
  await client.commit(account, authenticator, { envelope: envelopeText(account, PAYLOAD) });
  request = [
    'GET /v1/vault HTTP/1.1',
    'Host: localhost:8787',
    `Origin: ${DEVELOPMENT_TENANT.origin}`,
    `Authorization: Bearer ${account.token}`,
    '\r\n',
  ].join('\r\n');
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  transport.close();
  await server.end();
});

async function memory(): Promise<number> {
  const headers = { host: 'localhost' };
  const { text } = await transport({ method: 'GET', path: '/metrics', headers });
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

interface Hostile {
  readonly requests: number;
  /**
   * Number of times that each client connects. A client connects again after it was disconnected.
   */
  readonly times: number;
  /** True to keep sending one more request ten times a second. */
  readonly goesOn: boolean;
}

/** Sends requests without reading the responses. Reconnects after a disconnection. */
function hold({ requests, times, goesOn }: Hostile): void {
  const socket = connect(server.port, '127.0.0.1');
  clients.push(socket);
  open += 1;
  socket.pause();
  socket.on('error', () => undefined);
  // A client that doesn't read notices a closed connection only when it sends. Therefore it sends
  // empty lines, which the server ignores.
  const sending = setInterval(() => socket.write(goesOn ? request : '\r\n'), 100);
  socket.on('close', () => {
    clearInterval(sending);
    open -= 1;
    if (times > 1) hold({ requests, times: times - 1, goesOn });
  });
  socket.write(request.repeat(requests));
}

it.each([
  ['send hundreds of requests at once', { requests: 300, times: 5, goesOn: false }],
  ['send one request after the other', { requests: 1, times: 1, goesOn: true }],
])(
  'limits the memory for sixty clients that read nothing and %s, and disconnects these clients',
  async (_, hostile) => {
    const before = await memory();
    let most = before;
    for (let i = 0; i < CLIENTS; i++) hold(hostile);
    await eventually(async () => {
      most = Math.max(most, await memory());
      expect(open).toBe(0);
    });
    expect(most - before).toBeLessThan(MAX_GROWTH);
  },
);
