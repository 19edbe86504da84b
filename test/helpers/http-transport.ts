import { Agent, request } from 'node:http';
import type { Answer, Transport } from './vault-client.ts';

/** Sends requests over real sockets, with the request target exactly as given. */
export function createHttpTransport(
  port: number,
  agent = new Agent({ keepAlive: true }),
): Transport & { close(): void } {
  const send: Transport = ({ method, path, headers, body }) =>
    new Promise<Answer>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const outgoing = request(
        { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...length } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const entries = Object.entries(response.headers);
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
              text: Buffer.concat(chunks).toString(),
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}
