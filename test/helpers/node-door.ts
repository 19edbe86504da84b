import { createServer } from 'node:http';

/** A proxy in front of a node. A test can block calls. */
export interface NodeDoor {
  readonly url: string;
  count(method: string): number;
  /**
   * Blocks the next call of a method `before` it reaches the node, or `after` the node has
   * answered. Resolves with a function that releases the call.
   */
  hold(method: string, when: 'before' | 'after'): Promise<() => void>;
  /** Holds all calls, or all calls of one method. Returns a function that releases them. */
  silence(method?: string): () => void;
  stop(): Promise<void>;
}

interface Held {
  readonly method: string;
  readonly when: 'before' | 'after';
  arrive(release: () => void): void;
}

export async function startNodeDoor(nodeUrl: string): Promise<NodeDoor> {
  const calls: string[] = [];
  let held: Held | undefined;
  let silence: { readonly method: string | undefined; readonly end: Promise<void> } | undefined;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const method = /"method":"(\w+)"/.exec(body)?.[1] ?? '';
    calls.push(method);
    if (silence !== undefined && (silence.method ?? method) === method) await silence.end;
    const holding = held?.method === method ? held : undefined;
    if (holding !== undefined) held = undefined;
    const wait = () => new Promise<void>((resolve) => holding?.arrive(resolve));
    if (holding?.when === 'before') await wait();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(nodeUrl, { method: 'POST', headers, body });
    const text = await answer.text();
    if (holding?.when === 'after') await wait();
    response.writeHead(200, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    count: (method) => calls.filter((call) => call === method).length,
    hold: (method, when) =>
      new Promise((resolve) => {
        held = { method, when, arrive: resolve };
      }),
    silence(method) {
      const { promise, resolve } = Promise.withResolvers<void>();
      silence = { method, end: promise };
      return () => {
        silence = undefined;
        resolve();
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
