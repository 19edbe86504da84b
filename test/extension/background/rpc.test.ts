import { describe, expect, it } from 'vitest';
import { privateHosts } from '../../../entrypoints/background/approvals/explain/inspect.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseJson } from '../../../shared/parse.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { createVirtualTime, type VirtualTime } from '../../helpers/virtual-time.ts';

type Answer = (id: unknown) => unknown;

/** Endpoints with these answers, in their order. */
function endpoints(...answers: readonly Answer[]) {
  const asked: number[] = [];
  const rpc = createRpc({
    urls: () => answers.map((_, index) => `https://node${index}.example`),
    fetch: async (url, init) => {
      const index = Number(/node(\d)/.exec(url)?.[1]);
      asked.push(index);
      const request = parseJson(String(init?.body));
      const body = answers[index]?.(isRecord(request) ? request.id : undefined);
      if (body instanceof Error) throw body;
      return new Response(typeof body === 'string' ? body : JSON.stringify(body));
    },
  });
  return { asked, ask: () => rpc.request('eth_chainId', []) };
}

const good: Answer = (id) => ({ jsonrpc: '2.0', id, result: '0x2105' });
const saying =
  (code: number, message: string): Answer =>
  (id) => ({ id, error: { code, message } });

const error = (code: number, message: string) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message },
});
const ok = () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x2105' });

/**
 * Creates endpoints with these answers. Without `time`, waits end only when the test calls `pass`.
 */
function paced(answers: readonly (() => Response | Promise<Response>)[], time?: VirtualTime) {
  const asked: number[] = [];
  const clock = createFakeClock();
  let pass: () => void = () => undefined;
  const waited = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const rpc = createRpc({
    urls: () => answers.map((_, index) => `https://node${index}.example`),
    async fetch(url, init) {
      const index = Number(/node(\d)/.exec(url)?.[1]);
      asked.push(index);
      const response = await (answers[index]?.() ?? ok());
      const request = parseJson(String(init?.body));
      const id = isRecord(request) ? request.id : undefined;
      const body = parseJson(await response.clone().text());
      if (!isRecord(body)) return response;
      return Response.json({ ...body, id }, { status: response.status });
    },
    pace: time ?? { clock, wait: () => waited },
  });
  return { rpc, asked, clock, pass: () => pass() };
}

describe('the client of a network’s endpoints', () => {
  it.each([
    ['can’t be reached', () => new TypeError('Failed to fetch')],
    ['answers with text that isn’t JSON', () => '<html>busy</html>'],
    ['answers a different request', () => ({ jsonrpc: '2.0', id: -1, result: '0x1' })],
    ['answers without a result', (id: unknown) => ({ id })],
    ['reports too many requests', saying(-32005, 'slow down')],
    ['reports a rate limit', saying(-32000, 'rate limit exceeded, upgrade your plan')],
  ] satisfies [string, Answer][])(
    'asks the next endpoint when the first one %s',
    async (_, bad) => {
      const { ask, asked } = endpoints(bad, good);
      expect(await ask()).toBe('0x2105');
      expect(asked).toEqual([0, 1]);
    },
  );

  it('doesn’t ask a second endpoint after a node’s definite error', async () => {
    const { ask, asked } = endpoints(saying(3, 'execution reverted'), good);
    await expect(ask()).rejects.toMatchObject({ code: 'node' });
    expect(asked).toEqual([0]);
  });

  it('reports the chain as unreachable, with a busy endpoint’s answer as the cause', async () => {
    const busy = endpoints(saying(-32005, 'slow down'));
    await expect(busy.ask()).rejects.toMatchObject({
      code: 'chainUnreachable',
      cause: { body: { code: -32005 } },
    });
    const away = endpoints(() => new TypeError('Failed to fetch'));
    await expect(away.ask()).rejects.toMatchObject({ code: 'chainUnreachable' });
  });

  it.each([
    ['429 with JSON-RPC', () => Response.json(error(-32016, 'over rate limit'), { status: 429 })],
    ['503 with JSON-RPC', () => Response.json(error(-32000, 'later'), { status: 503 })],
    [
      'an error that no backend is healthy',
      () => Response.json(error(-32011, 'no backend is currently healthy to serve traffic')),
    ],
    ['502 with a web page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    [
      'an error that a filter needs an address',
      () => Response.json(error(-32701, 'Please specify an address in your request')),
    ],
  ])('asks the next endpoint when the first responds with %s', async (_, answer) => {
    const { rpc, asked } = paced([answer, ok]);
    expect(await rpc.request('eth_getLogs', [{}])).toBe('0x2105');
    expect(asked).toEqual([0, 1]);
  });

  it('pauses an endpoint for the time that its 429 response demands, and prefers that endpoint again afterwards', async () => {
    let refusals = 1;
    const once = () => {
      refusals -= 1;
      return refusals < 0
        ? ok()
        : new Response('', { status: 429, headers: { 'retry-after': '7' } });
    };
    const { rpc, asked, clock } = paced([once, ok]);
    await rpc.request('eth_chainId', []);
    await rpc.request('eth_chainId', []);
    expect(asked).toEqual([0, 1, 1]);
    clock.advance(7_000);
    await rpc.request('eth_chainId', []);
    expect(asked).toEqual([0, 1, 1, 0]);
  });

  /**
   * Creates an endpoint that accepts one request per second while it is open, and none while it is
   * closed.
   */
  function limited(isOpen: boolean) {
    const time = createVirtualTime();
    const { clock, wait } = time;
    let requests = 0;
    let takesFrom = 0;
    const rpc = createRpc({
      urls: () => ['https://node.example'],
      async fetch(_, init) {
        requests += 1;
        const request = parseJson(String(init?.body));
        const id = isRecord(request) ? request.id : undefined;
        if (!isOpen || clock.now() < takesFrom)
          return new Response('over rate limit', { status: 429, headers: { 'retry-after': '1' } });
        takesFrom = clock.now() + 1_000;
        return Response.json({ jsonrpc: '2.0', id, result: '0x2105' });
      },
      pace: { clock, wait },
    });
    return { rpc, clock, wait, run: time.run, requests: () => requests };
  }

  it('answers six parallel reads even though the only endpoint accepts one request a second', async () => {
    const { rpc, run } = limited(true);
    const reads = Array.from({ length: 6 }, () => rpc.request('eth_call', []));
    expect(await run(Promise.all(reads))).toEqual(Array(6).fill('0x2105'));
  });

  it('answers reads again two seconds after a burst of more reads than the endpoint allows', async () => {
    const { rpc, run, wait } = limited(true);
    const reads = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => rpc.request('eth_call', [])));
    const burst = await run(reads(40));
    const answered = burst.filter(({ status }) => status === 'fulfilled');
    expect(answered.length).toBeGreaterThan(5);
    for (const read of burst)
      if (read.status === 'rejected')
        expect(read.reason).toMatchObject({ code: 'chainUnreachable' });
    await run(wait(2_000));
    const later = await run(reads(3));
    expect(later.map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
  });

  it('gives up after some seconds when endpoints keep limiting the rate', async () => {
    const { rpc, run, clock, requests } = limited(false);
    const before = clock.now();
    const failed = { code: 'chainUnreachable' };
    await expect(run(rpc.request('eth_call', []))).rejects.toMatchObject(failed);
    expect(clock.now() - before).toBeLessThan(15_000);
    expect(requests()).toBeGreaterThan(3);
  });

  it('sends a transaction once, even when every endpoint limits the rate', async () => {
    const { rpc, run, requests } = limited(false);
    const failed = { code: 'chainUnreachable' };
    await expect(run(rpc.request('eth_sendRawTransaction', []))).rejects.toMatchObject(failed);
    expect(requests()).toBe(1);
  });

  it('asks a paused endpoint when every endpoint is paused', async () => {
    const busy = () => new Response('', { status: 503 });
    const { rpc, asked } = paced([busy, busy]);
    const failed = { code: 'chainUnreachable' };
    await expect(rpc.request('eth_sendRawTransaction', [])).rejects.toMatchObject(failed);
    await expect(rpc.request('eth_sendRawTransaction', [])).rejects.toMatchObject(failed);
    expect(asked).toEqual([0, 1, 0, 1]);
  });

  it.each([502, 503, 504])(
    'repeats a read when the only endpoint failed with %i',
    async (status) => {
      const time = createVirtualTime();
      let failures = 1;
      const rpc = createRpc({
        urls: () => ['https://node.example'],
        async fetch(_, init) {
          const request = parseJson(String(init?.body));
          failures -= 1;
          if (failures >= 0) return new Response('<html>', { status });
          const id = isRecord(request) ? request.id : undefined;
          return Response.json({ jsonrpc: '2.0', id, result: '0x2105' });
        },
        pace: time,
      });
      expect(await time.run(rpc.request('eth_chainId', []))).toBe('0x2105');
    },
  );

  it('sends a read to a second endpoint when the first one is slow', async () => {
    const { rpc, asked, pass } = paced([() => new Promise<Response>(() => undefined), ok]);
    const answer = rpc.request('eth_call', []);
    expect(asked).toEqual([0]);
    pass();
    expect(await answer).toBe('0x2105');
    expect(asked).toEqual([0, 1]);
  });

  it('doesn’t ask a second endpoint once the first has answered or definitely refused', async () => {
    const refused = () => Response.json(error(3, 'execution reverted'));
    for (const answer of [ok, refused]) {
      const time = createVirtualTime();
      const { rpc, asked } = paced([answer, ok], time);
      await time.run(rpc.request('eth_call', []).catch(() => undefined));
      // After this wait, an endpoint without an answer would count as slow.
      await time.run(time.wait(60_000));
      expect(asked).toEqual([0]);
    }
  });

  it.each([
    [3, 'execution reverted: rate limit exceeded'],
    [-32000, 'execution reverted: too many requests'],
  ])(
    'doesn’t ask a second endpoint when a revert text imitates a busy node (%i)',
    async (code, message) => {
      const { rpc, asked } = paced([() => Response.json(error(code, message)), ok]);
      await expect(rpc.request('eth_call', [])).rejects.toMatchObject({ code: 'node' });
      await expect(rpc.request('eth_call', [])).rejects.toMatchObject({ code: 'node' });
      expect(asked).toEqual([0, 0]);
    },
  );

  it.each(['eth_sendRawTransaction', 'eth_newFilter', 'eth_getFilterChanges'])(
    'sends %s to one endpoint only, even when that endpoint is slow',
    async (method) => {
      let respond: (response: Response) => void = () => undefined;
      const slow = () => new Promise<Response>((resolve) => (respond = resolve));
      const { rpc, asked, pass } = paced([slow, ok]);
      const answer = rpc.request(method, []);
      pass();
      respond(ok());
      await answer;
      expect(asked).toEqual([0]);
    },
  );

  it('stops reading an endless response', async () => {
    let pulled = 0;
    const rpc = createRpc({
      urls: () => ['https://node.example'],
      fetch: async () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              pulled += 1;
              controller.enqueue(new Uint8Array(1_000_000).fill(32));
            },
          }),
        ),
    });
    await expect(rpc.request('eth_chainId', [])).rejects.toMatchObject({
      code: 'chainUnreachable',
    });
    expect(pulled).toBeLessThan(40);
  });
});

describe('the consent to contact an endpoint in the user’s own network', () => {
  it.each([
    'https://localhost/',
    'https://node.localhost',
    'https://localhost.',
    'https://printer.local/rpc',
    'https://0.0.0.0',
    'https://127.1',
    'https://0x7f000001',
    'https://10.0.0.7',
    'https://192.168.1.1',
    'https://172.20.0.1',
    'https://100.64.0.1',
    'https://169.254.169.254',
    'https://[::]',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://nas',
    'https://router.lan',
    'https://node.home.arpa',
    'https://home.arpa.',
    'https://db.corp.internal',
    'https://100.127.255.255',
    'https://198.18.0.1',
    'https://198.19.255.255',
    'https://[2002:c0a8:101::1]',
    'https://[::ffff:0:7f00:1]',
    'https://[2001:0:7f00:1::1]',
    'https://router.home',
    'https://localhost.localdomain',
    'https://[64:ff9b::10.0.0.1]',
    'https://[64:ff9b:1::a00:1]',
    'https://[::127.0.0.1]',
    'https://[fec0::1]',
    'https://[ff02::1]',
    'https://224.0.0.1',
  ])('lists %s among the private hosts, which need the user’s consent', (url) => {
    expect(privateHosts([url])).toHaveLength(1);
  });

  it.each([
    'https://mainnet.base.org',
    'https://localfoo.com',
    'https://172.32.0.1',
    'https://8.8.8.8',
    'https://100.128.0.1',
    'https://198.20.0.1',
    'https://notlan.example',
    'https://lan.example',
    'https://[2606:4700::1111]',
    'https://[2001:db8::1]',
  ])('doesn’t list the public endpoint %s among the private hosts', (url) => {
    expect(privateHosts([url])).toEqual([]);
  });
});
