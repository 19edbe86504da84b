import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import { text } from 'node:stream/consumers';
import { selfSigned } from './self-signed.ts';

/** A proxy in front of a node that delays each response; HTTP/2, as public nodes have it. */
export interface SlowNode {
  readonly url: string;
  /** Delays each later response by this many milliseconds. */
  delay(milliseconds: number): void;
  stop(): Promise<void>;
}

export async function startSlowNode(nodeUrl: string): Promise<SlowNode> {
  let delayMs = 0;
  const answer = async (request: Http2ServerRequest): Promise<string> => {
    const body = await text(request);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(nodeUrl, { method: 'POST', headers, body });
    return response.text();
  };
  const server = createSecureServer(selfSigned('localhost'), async (request, response) => {
    const asked = Date.now();
    const found = await answer(request);
    await new Promise((resolve) => setTimeout(resolve, delayMs - (Date.now() - asked)));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `https://localhost:${port}`,
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
