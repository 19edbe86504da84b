import { connect as connectHttp2 } from 'node:http2';
import { Agent, request } from 'node:https';
import { readAnswer } from './read-answer.ts';
import type { Answer, Transport } from './vault-client.ts';

export interface TlsOptions {
  readonly port: number;
  readonly host: string;
  /** The address from which the client connects, such as 127.0.0.2. */
  readonly localAddress?: string;
}

/** Sends requests over TLS on one kept connection, and accepts a self-signed certificate. */
export function createTlsTransport({
  port,
  host,
  localAddress,
}: TlsOptions): Transport & { close(): void; connections(): number } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  let connections = 0;
  const send: Transport = ({ method, path, headers, body }) =>
    new Promise<Answer>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const outgoing = request(
        {
          host: '127.0.0.1',
          servername: host,
          port,
          method,
          path,
          agent,
          ...(localAddress === undefined ? {} : { localAddress }),
          headers: { host, ...headers, ...length },
        },
        (response) => readAnswer(response).then(resolve, reject),
      );
      outgoing.on('socket', (socket) => {
        if (socket.connecting) connections++;
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return Object.assign(send, { close: () => agent.destroy(), connections: () => connections });
}

/** Sends one request over HTTP/2. */
export async function requestHttp2(
  { port, host }: TlsOptions,
  { path, headers }: { path: string; headers: Readonly<Record<string, string>> },
): Promise<Answer> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, {
    servername: host,
    rejectUnauthorized: false,
  });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      session.once('error', reject);
      const stream = session.request({ ...headers, ':path': path, ':authority': host });
      const chunks: Buffer[] = [];
      let answered: Readonly<Record<string, unknown>> = {};
      stream.once('error', reject);
      stream.once('response', (received) => {
        answered = received;
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const entries = Object.entries(answered).filter(([name]) => !name.startsWith(':'));
        resolve({
          status: Number(answered[':status']),
          headers: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
  } finally {
    session.close();
  }
}
