import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CLIENT_TIMEOUTS,
  type ClientTimeouts,
  createConnections,
} from '../../../server/http/connections.ts';
import { eventually } from '../../helpers/eventually.ts';

/** Milliseconds, longer than any test. */
const NEVER = 3_600_000;
const UNHURRIED: ClientTimeouts = {
  request: NEVER,
  headers: NEVER,
  look: NEVER,
  closingIdle: NEVER,
  closing: NEVER,
  linger: 30,
  reading: 0,
  wholeReading: NEVER,
};

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

interface World {
  readonly server: Server;
  /** Responses that wait for the test. */
  readonly held: ServerResponse[];
  /** Closes the server as the app does. Resolves when no connection is left. */
  close(): Promise<void>;
  /**
   * Opens a client that stays connected until the server closes the connection. The client doesn't
   * close after the server's last byte.
   */
  open(text?: string): Promise<Client>;
}

interface Client {
  readonly socket: Socket;
  received(): string;
  readonly theirs: Socket;
  /** Resolves when the server's end is closed. */
  readonly closed: Promise<unknown>;
}

/** Starts a Node server. The test answers `/held`; the server answers other paths immediately. */
async function startServer(
  timeouts: Partial<ClientTimeouts> = {},
  answer: RequestListener = (_request, response) => response.end('done'),
): Promise<World> {
  const waiting = { ...UNHURRIED, ...timeouts };
  const connections = createConnections(waiting);
  const held: ServerResponse[] = [];
  const server = createServer(
    {
      requestTimeout: waiting.request,
      headersTimeout: waiting.headers,
      connectionsCheckingInterval: waiting.look,
      keepAliveTimeout: NEVER,
    },
    (request, response) => {
      if (request.url === '/held') held.push(response);
      else answer(request, response);
    },
  );
  connections.watch(server);
  server.on('clientError', connections.onClientError);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    server,
    held,
    async close() {
      connections.endIdle(server);
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    async open(text = '') {
      const address = server.address();
      if (typeof address !== 'object' || address === null) throw new Error('no port');
      const arrival = once(server, 'connection');
      const socket = connect({
        port: address.port,
        host: '127.0.0.1',
        allowHalfOpen: true,
        noDelay: true,
      });
      closings.push(() => socket.destroy());
      let received = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
      });
      const [theirs]: Socket[] = await arrival;
      if (theirs === undefined) throw new Error('no connection');
      const closed = new Promise((resolve) => theirs.once('close', resolve));
      socket.write(text);
      if (text !== '')
        await eventually(async () => expect(theirs.bytesRead).toBeGreaterThanOrEqual(text.length));
      return { socket, theirs, closed, received: () => received };
    },
  };
}

const HEAD = 'Host: x\r\n';
const HELD = `GET /held HTTP/1.1\r\n${HEAD}\r\n`;
const BODY = `POST / HTTP/1.1\r\n${HEAD}Content-Length: 10\r\n\r\n`;
const answers = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? [];

describe('a server that closes', () => {
  it.each([
    ['that has sent nothing', ''],
    ['that has sent half a header', `GET / HTTP/1.1\r\nHos`],
    ['whose request was answered before its body came', BODY],
    ['that waits after an answer', `GET / HTTP/1.1\r\n${HEAD}\r\n`],
  ])('a closing server immediately closes a connection %s', async (_title, text) => {
    const { open, close } = await startServer();
    const client = await open(text);
    if (text.includes('\r\n\r\n'))
      await eventually(async () => expect(client.received()).toContain('done'));
    await close();
  });

  it('a stopping server closes connections with incomplete requests after a grace period, and finishes running requests', async () => {
    const { open, close, held } = await startServer({ closing: 30, closingIdle: 1 });
    const working = await open(HELD);
    await eventually(async () => expect(held).toHaveLength(1));
    const partial = await open(BODY.replace('/', '/held'));
    await eventually(async () => expect(held).toHaveLength(2));
    const closing = close();
    await partial.closed;
    held[0]?.end('finished');
    await closing;
    // The server may finish before the client has received its last bytes.
    await eventually(async () => expect(working.received()).toContain('finished'));
    expect(partial.received()).toBe('');
  });

  it('a stopping server closes a connection after a grace period when the client doesn’t read the response', async () => {
    const { open, close } = await startServer({ closing: 30 }, (_request, response) =>
      response.end(Buffer.alloc(50_000_000)),
    );
    const client = await open();
    client.socket.pause();
    client.socket.write(`GET / HTTP/1.1\r\n${HEAD}\r\n`);
    await eventually(async () => expect(client.theirs.bytesWritten).toBeGreaterThan(0));
    await close();
  });
});

describe('input that is not HTTP', () => {
  it('answers once to input that isn’t HTTP, and closes the connection even if the client never closes its side', async () => {
    const { open } = await startServer();
    const client = await open('hello\r\n\r\n');
    client.socket.write('hello again\r\n\r\n');
    await client.closed;
    expect(answers(client.received())).toEqual(['HTTP/1.1 400']);
    expect(client.received().toLowerCase()).toContain('cache-control: no-store');
  });

  it('answers input that isn’t HTTP after the responses to the earlier requests of the connection', async () => {
    const { open, held } = await startServer();
    const client = await open(`${HELD}hello\r\n\r\n`);
    await eventually(async () => expect(held).toHaveLength(1));
    held[0]?.end('first');
    await client.closed;
    expect(answers(client.received())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('answers once when a request’s body isn’t HTTP', async () => {
    const { open } = await startServer();
    const chunks = BODY.replace('Content-Length: 10', 'Transfer-Encoding: chunked');
    const refused = await open(`${chunks.replace('/', '/held')}zz\r\n`);
    await refused.closed;
    expect(answers(refused.received())).toEqual(['HTTP/1.1 400']);
    const answered = await open(chunks);
    await eventually(async () => expect(answered.received()).toContain('done'));
    answered.socket.write('zz\r\n');
    await answered.closed;
    expect(answers(answered.received())).toEqual(['HTTP/1.1 200']);
  });

  it('treats CONNECT like input that isn’t HTTP', async () => {
    const { open } = await startServer();
    const client = await open(`CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`);
    client.socket.write('\x16\x03\x01');
    await client.closed;
    expect(answers(client.received())).toEqual(['HTTP/1.1 400']);
  });
});

describe('a client that takes too long', () => {
  const slow = { request: 60, headers: 40, look: 10 };

  it('answers a slow client with an error, and closes the connection', async () => {
    const { open } = await startServer(slow);
    for (const text of ['GET / HT', BODY.replace('/', '/held')]) {
      const client = await open(text);
      await client.closed;
      expect(answers(client.received())).toEqual(['HTTP/1.1 400']);
    }
  });

  it('closes the connection of a client that stays silent before or after a request, and sends no second response', async () => {
    const { open } = await startServer(slow);
    const silent = await open();
    await silent.closed;
    expect(silent.received()).toBe('');
    const answered = await open(BODY);
    await answered.closed;
    expect(answers(answered.received())).toEqual(['HTTP/1.1 200']);
  });

  it('allows less time for a request’s headers than for the whole request, and less than ten seconds for closing', () => {
    expect(CLIENT_TIMEOUTS.headers).toBeLessThan(CLIENT_TIMEOUTS.request);
    expect(2 * CLIENT_TIMEOUTS.closing).toBeLessThan(10_000);
  });
});

describe('clients that do not read', () => {
  const large = Buffer.alloc(8_000_000);

  it('closes a connection when one response waits too long for a client that reads nothing', async () => {
    const { open, held } = await startServer({ reading: 100 });
    const client = await open(HELD);
    client.socket.pause();
    held[0]?.end(large);
    await client.closed;
  });

  it('closes a connection when the time for all responses is over', async () => {
    const { open, held } = await startServer({ look: 20, wholeReading: 100 });
    const client = await open(HELD);
    client.socket.pause();
    held[0]?.end(large);
    await client.closed;
  });

  it('closes a connection that pipelines 300 requests, but answers all requests of a connection that pipelines four', async () => {
    const { open, held } = await startServer();
    const many = await open(HELD.repeat(300));
    await many.closed;
    const few = await open(HELD.repeat(4));
    await eventually(() => expect(held.filter(({ destroyed }) => !destroyed)).toHaveLength(4));
    for (const response of held) response.end('done');
    await eventually(() => expect(few.received().split('done')).toHaveLength(5));
  });
});
