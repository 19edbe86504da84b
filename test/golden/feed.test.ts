import { afterAll, beforeAll, expect, it } from 'vitest';
import { epochMs } from '../../shared/units.ts';
import {
  type RunningOrders,
  startOrders,
  temporaryDirectory,
  wire,
} from '../server/orders/harness.ts';
import { realOrders } from '../shared/orders/real-orders.ts';

const directory = temporaryDirectory();
const target = { engine: 'sqlite', file: `${directory.path}/golden.db` } as const;
const [first, second] = realOrders().map(({ entry }) => entry);
if (first === undefined || second === undefined) throw new Error('no orders');
const NOW = epochMs((first.order.orderExpiryTimestamp - 30) * 1_000);
let feed: RunningOrders;

beforeAll(async () => {
  // The feed runs without a node, so the chain's figures are missing.
  feed = await startOrders(target, {
    chain: { rpcUrls: ['http://127.0.0.1:1'] },
    clock: { now: () => NOW },
  });
});
afterAll(async () => {
  await feed?.stop();
  directory.remove();
});

it('the feed answers as in its golden file', async () => {
  let text = '';
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const answer = await feed.app.inject({
      method,
      url: `/orders${url}`,
      ...(payload && { payload }),
    });
    text += `${method} ${url} ${answer.statusCode} ${answer.body}\n`;
  };
  await ask('GET', '/');
  await ask('POST', '/', wire(first));
  await ask('POST', '/', [wire(first), wire(second), { order: {} }]);
  await ask('POST', '/', { order: {} });
  await ask('GET', '/');
  await ask('DELETE', '/0x12', { signature: '0x' });
  await expect(text).toMatchFileSnapshot('feed-answers.golden.txt');
});
