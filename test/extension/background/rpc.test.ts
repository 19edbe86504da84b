import { describe, expect, it } from 'vitest';
import { privateEndpointDanger } from '../../../entrypoints/background/approvals/private-endpoints.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';

type Answer = (id: unknown) => unknown;

/** Endpoints that answer so, in their order. */
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

describe('a network’s endpoints', () => {
  it.each([
    ['is away', () => new TypeError('Failed to fetch')],
    ['answers no JSON', () => '<html>busy</html>'],
    ['answers another request', () => ({ jsonrpc: '2.0', id: -1, result: '0x1' })],
    ['answers nothing', (id: unknown) => ({ id })],
    ['has been asked too often', saying(-32005, 'slow down')],
    ['speaks of a rate limit', saying(-32000, 'rate limit exceeded, upgrade your plan')],
  ] satisfies [string, Answer][])(
    'are asked one after another when the first %s',
    async (_, bad) => {
      const { ask, asked } = endpoints(bad, good);
      expect(await ask()).toBe('0x2105');
      expect(asked).toEqual([0, 1]);
    },
  );

  it('are not asked again after a definite error of a node', async () => {
    const { ask, asked } = endpoints(saying(3, 'execution reverted'), good);
    await expect(ask()).rejects.toMatchObject({ code: 'node' });
    expect(asked).toEqual([0]);
  });

  it('that are all busy let the page hear so; that are all away, that the chain is', async () => {
    const busy = endpoints(saying(-32005, 'slow down'));
    await expect(busy.ask()).rejects.toMatchObject({ body: { code: -32005 } });
    const away = endpoints(() => new TypeError('Failed to fetch'));
    await expect(away.ask()).rejects.toMatchObject({ code: 'chainUnreachable' });
  });

  it('cannot fill the wallet’s memory with an answer without end', async () => {
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

describe('an endpoint in the user’s own network', () => {
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
  ])('%s needs a consent of its own', (url) => {
    expect(privateEndpointDanger([url])).toBeDefined();
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
  ])('%s is none', (url) => {
    expect(privateEndpointDanger([url])).toBeUndefined();
  });
});
