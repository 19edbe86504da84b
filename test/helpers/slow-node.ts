import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import { text } from 'node:stream/consumers';
import { selfSigned } from './self-signed.ts';

/** A proxy in front of a node that delays each response. Uses HTTP/2, as public nodes do. */
export interface SlowNode {
  readonly url: string;
  /** Sets the delay of each later response in milliseconds, and resets the depth to zero. */
  delay(milliseconds: number): void;
  /** Number of calls in the longest chain of sequential calls since the last `delay`. */
  depth(): number;
  stop(): Promise<void>;
}

export async function startSlowNode(nodeUrl: string): Promise<SlowNode> {
  let delayMs = 0;
  /** Depth of the calls whose responses were already sent. */
  let answered = 0;
  let deepest = 0;
  const answer = async (request: Http2ServerRequest): Promise<string> => {
    const body = await text(request);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(nodeUrl, { method: 'POST', headers, body });
    return response.text();
  };
  const server = createSecureServer(selfSigned('localhost'), async (request, response) => {
    const asked = Date.now();
    const depth = answered + 1;
    deepest = Math.max(deepest, depth);
    const found = await answer(request);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, delayMs - (Date.now() - asked))),
    );
    answered = Math.max(answered, depth);
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
      answered = 0;
      deepest = 0;
    },
    depth: () => deepest,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
