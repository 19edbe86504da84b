import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodes } from '../../../server/chain/nodes.ts';
import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { createLogLimits } from '../../../shared/chain/logs/log-limits.ts';
import { createNode } from '../../../shared/chain/logs/rpc-node.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startHttp } from '../orders/harness.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function node(answer: (response: ServerResponse) => void, maxBytes?: number) {
  const server = await startHttp(answer);
  ends.push(server.stop);
  const limit = maxBytes === undefined ? {} : { maxBytes };
  return createNode({ url: `${server.url}key-that-is-secret`, fetch, timeoutMs: 500, ...limit });
}

const json = (value: unknown) => (response: ServerResponse) =>
  void response.end(JSON.stringify(value));
const error = (code: number, message: string) => json({ error: { code, message } });

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (cause: unknown) => (cause instanceof ChainNodeError ? cause.code : String(cause)),
  );
}

describe('a node', () => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['a rate limit by status', (response) => void response.writeHead(429).end(), 'busy'],
    ['a rate limit by text', error(-32005, 'rate limit exceeded'), 'busy'],
    ['too many requests in words', error(-32000, 'Too Many Requests, slow down'), 'busy'],
    ['too many results', error(-32005, 'query returned more than 10000 results'), 'range'],
    ['a block range', error(-32600, 'block range is too wide'), 'range'],
    [
      'a demand for an address filter',
      error(-32701, 'Please specify an address in your request'),
      'address',
    ],
    [
      'no healthy backend',
      error(-32011, 'no backend is currently healthy to serve traffic'),
      'down',
    ],
    ['a rate limit by code', error(-32016, 'over rate limit'), 'busy'],
    ['a body that is too large', (response) => void response.writeHead(413).end(), 'range'],
    ['a method that the node doesn’t know', error(-32601, 'the method does not exist'), 'rejected'],
    ['an execution error', error(3, 'execution reverted'), 'rejected'],
    [
      'a failure of the node’s server',
      (response) => void response.writeHead(502).end('bad gateway'),
      'down',
    ],
    ['a connection that closes without a response', (response) => void response.destroy(), 'down'],
    ['no response in time', () => undefined, 'down'],
    ['an HTML page', (response) => void response.end('<html>'), 'odd'],
    ['no result', json({ jsonrpc: '2.0', id: 1 }), 'odd'],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'down',
    ],
  ])('maps a node’s response to an error code: %s', async (_, answer, code) => {
    expect(await codeOf((await node(answer)).call('eth_getLogs', []))).toBe(code);
  });

  it('returns null when the result in the response is null', async () => {
    expect(await (await node(json({ result: null }))).call('eth_getBlockByNumber', [])).toBeNull();
  });

  it('reports that a smaller range is needed when a response exceeds the size limit', async () => {
    const large = await node(json({ result: 'x'.repeat(10_000) }), 1_000);
    expect(await codeOf(large.call('eth_getLogs', []))).toBe('range');
  });

  it('leaves the key in a node’s URL out of the node’s name', async () => {
    expect((await node(() => undefined)).name).toMatch(/^127\.0\.0\.1:\d+$/);
  });
});

describe('several nodes', () => {
  const chainAnd = (result: string) => json({ result: result === 'chain' ? '0x2105' : result });
  const never = () => Promise.reject(new ChainNodeError('down', 'the node did not respond'));

  function fake(name: string, call: () => Promise<unknown>) {
    let calls = 0;
    return {
      node: {
        name,
        limits: createLogLimits(),
        call: async (method: string) => {
          if (method === 'eth_chainId') return '0x2105';
          calls++;
          return call();
        },
      },
      calls: () => calls,
    };
  }

  it('asks nodes in order, and returns the first answer', async () => {
    const [first, second] = [fake('a', never), fake('b', async () => 'result')];
    const nodes = createNodes([first.node, second.node], createFakeClock());
    for (let i = 0; i < 3; i++) expect(await nodes.use((one) => one.call('x', []))).toBe('result');
    expect([first.calls(), second.calls()]).toEqual([1, 3]);
    expect(nodes.status()).toMatchObject([{ isWorking: false }, { isWorking: true }]);
  });

  it('tries a failed node again after a minute', async () => {
    const clock = createFakeClock();
    let isDown = true;
    const first = fake('a', async () => (isDown ? never() : 'a'));
    const second = fake('b', async () => (isDown ? 'b' : never()));
    const nodes = createNodes([first.node, second.node], clock);
    expect(await nodes.use((one) => one.call('x', []))).toBe('b');
    isDown = false;
    clock.advance(60_000);
    expect(await nodes.use((one) => one.call('x', []))).toBe('a');
  });

  it('ends the pause of a failed node when the clock is set back', async () => {
    const clock = createFakeClock();
    let isDown = true;
    const first = fake('a', async () => (isDown ? never() : 'a'));
    const second = fake('b', async () => 'b');
    const nodes = createNodes([first.node, second.node], clock);
    expect(await nodes.use((one) => one.call('x', []))).toBe('b');
    isDown = false;
    clock.advance(-3_600_000);
    expect(nodes.lanes[0]?.isResting()).toBe(false);
    expect(await nodes.use((one) => one.call('x', []))).toBe('b');
  });

  it('reports the code “down” when the only node fails and when there is no node', async () => {
    const nodes = createNodes([fake('a', never).node], createFakeClock());
    expect(await codeOf(nodes.use((one) => one.call('x', [])))).toBe('down');
    expect(await codeOf(createNodes([], createFakeClock()).use((one) => one.call('x', [])))).toBe(
      'down',
    );
  });

  it('asks the next node when a node refuses the range of a request', async () => {
    const first = fake('a', () => Promise.reject(new ChainNodeError('range', 'smaller')));
    const second = fake('b', async () => 'logs');
    const nodes = createNodes([first.node, second.node], createFakeClock());
    expect(await nodes.use((one) => one.call('x', []))).toBe('logs');
    expect([first.calls(), second.calls()]).toEqual([1, 1]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a time limit', error(-32000, 'execution timeout exceeded')],
    ['a daily limit', error(-32005, 'daily request limit reached')],
    ['parameters that the node doesn’t accept', error(-32602, 'invalid params')],
    ['the status 413', (response) => void response.writeHead(413).end()],
  ])(
    'asks the next node when a node refuses a request that isn’t for logs: %s',
    async (_, answer) => {
      const broken = await node(answer);
      const first = fake('a', () => broken.call('eth_getBlockByNumber', []));
      const second = fake('b', async () => 'result');
      const nodes = createNodes([first.node, second.node], createFakeClock());
      expect(await nodes.use((one) => one.call('eth_getBlockByNumber', []))).toBe('result');
    },
  );

  it('skips a node of the wrong chain', async () => {
    const other = { name: 'other', limits: createLogLimits(), call: async () => '0x1' };
    const right = await node(chainAnd('chain'));
    const nodes = createNodes([other, right], createFakeClock());
    expect(await nodes.use(async (one) => one.name)).toBe(right.name);
  });
});
