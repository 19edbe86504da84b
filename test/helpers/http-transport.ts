import { Agent, request } from 'node:http';
import { readAnswer } from './read-answer.ts';
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
        (response) => readAnswer(response).then(resolve, reject),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}
