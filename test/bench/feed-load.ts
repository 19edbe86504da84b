import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds until each stream received an update, and until a poll received its last byte. */
export interface FeedLoad {
  readonly updates: readonly number[];
  readonly polls: readonly number[];
  /** Updates that a stream hadn't received at the end. */
  readonly missing: number;
}

/** Opens streams, lets readers poll in turn, and posts orders one after another. */
export async function loadFeed(input: {
  /** Base addresses for posting and for reading. */
  readonly postUrl: string;
  readonly readUrl: string;
  readonly streams: number;
  readonly readers: number;
  readonly pollMs: number;
  readonly postMs: number;
  /** Each order as JSON. `mark` is a text that occurs only in this order. */
  readonly posts: readonly { readonly body: string; readonly mark: string }[];
}): Promise<FeedLoad> {
  const { streams, readers, pollMs, postMs, posts } = input;
  const begun = new Map<string, number>();
  const updates: number[] = [];
  const polls: number[] = [];
  const open: ClientRequest[] = [];
  for (let i = 0; i < streams; i++) {
    const { asked, response } = await get(`${input.readUrl}/orders/stream`);
    open.push(asked);
    let rest = '';
    response.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        for (const [mark] of line.matchAll(/"signature":"0x[0-9a-f]+"/g)) {
          const at = begun.get(mark);
          if (at !== undefined) updates.push(performance.now() - at);
        }
    });
    response.on('error', () => undefined);
  }

  const ending = new AbortController();
  const versions = new Map<number, string>();
  async function poll(): Promise<void> {
    const pause = pollMs / readers;
    const start = performance.now();
    const reads: Promise<void>[] = [];
    for (let i = 0; !ending.signal.aborted; i++) {
      reads.push(readOnce(i % readers));
      await wait(Math.max(0, start + (i + 1) * pause - performance.now()));
    }
    await Promise.all(reads);
  }
  async function readOnce(reader: number): Promise<void> {
    const version = versions.get(reader);
    const at = performance.now();
    const { response } = await get(`${input.readUrl}/orders/`, {
      'accept-encoding': 'gzip, br',
      ...(version !== undefined && { 'if-none-match': version }),
    });
    versions.set(reader, String(response.headers.etag));
    await once(response.resume(), 'end');
    polls.push(performance.now() - at);
  }
  const polling = poll();

  const start = performance.now();
  for (const [i, { body, mark }] of posts.entries()) {
    begun.set(mark, performance.now());
    void fetch(`${input.postUrl}/orders/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).then((answer) => answer.arrayBuffer());
    await wait(Math.max(0, start + (i + 1) * postMs - performance.now()));
  }
  await wait(3_000);
  ending.abort();
  await polling;
  for (const asked of open) asked.destroy();
  return { updates, polls, missing: posts.length * streams - updates.length };
}

function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ asked: ClientRequest; response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    // Each reader has its own connection.
    const asked = request(url, { agent: false, headers }, (response) =>
      resolve({ asked, response }),
    );
    asked
      .once('error', reject)
      .on('error', () => undefined)
      .end();
  });
}
