import { connect, type Socket } from 'node:net';

/** One connection that sends prepared requests in sequence and reads each response completely. */
export interface Wire {
  send(request: Buffer): Promise<{ status: number; body: string }>;
  close(): void;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Opens a minimal client, which leaves the other processor core to the service. The client only
 * understands responses with a Content-Length, which the services always send.
 */
export async function openWire(port: number): Promise<Wire> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let received: Buffer[] = [];
  let size = 0;
  let expected = -1;
  let bodyAt = 0;
  let settle: ((answer: { status: number; body: string }) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  socket.on('error', (error) => fail?.(error));
  socket.on('close', () => fail?.(new Error('the connection was closed')));
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    size += chunk.length;
    if (expected < 0) {
      const all = received.length === 1 ? chunk : Buffer.concat(received);
      const end = all.indexOf(END_OF_HEAD);
      if (end < 0) return;
      const head = all.toString('latin1', 0, end);
      bodyAt = end + 4;
      const at = head.search(/content-length: /i);
      expected = bodyAt + Number.parseInt(head.slice(at + 16, at + 26), 10);
    }
    if (size < expected) return;
    const all = received.length === 1 ? chunk : Buffer.concat(received);
    const answer = {
      status: Number.parseInt(all.toString('latin1', 9, 12), 10),
      body: all.toString('utf8', bodyAt, expected),
    };
    received = [];
    size = 0;
    expected = -1;
    settle?.(answer);
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = resolve;
        fail = reject;
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: bench'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

export interface Measured {
  readonly rate: number;
  readonly latencies: readonly number[];
}

/** Runs `total` jobs, one at a time on each connection. */
export async function measure(
  port: number,
  connections: number,
  total: number,
  job: (wire: Wire, index: number) => Promise<unknown>,
): Promise<Measured> {
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(port)));
  const latencies: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    wires.map(async (wire) => {
      for (let index = next++; index < total; index = next++) {
        const begun = performance.now();
        await job(wire, index);
        latencies.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const wire of wires) wire.close();
  return { rate: total / seconds, latencies };
}
