import { encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readContract } from '../../../entrypoints/background/chain/reads.ts';
import { retryingRpc } from '../../../entrypoints/background/chain/retrying-rpc.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { contracts } from '../../../shared/units.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { NODE_PROFILES, type NodeProfile } from '../../helpers/node-profiles.ts';
import { startProfiledNode } from '../../helpers/profiled-node.ts';
import { wire } from '../../server/orders/harness.ts';
import { createTaker } from '../helpers/taker.ts';

const ONE = contracts(1_000_000n);

let market: Market;
let untouched: `0x${string}`;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  market = await startMarket();
  // A lagging node shows an earlier block. Maker and book must already exist in that block.
  await market.devnet.client.mine({ blocks: 30 });
});
afterAll(async () => market?.stop());
beforeEach(async () => {
  untouched = await market.devnet.client.snapshot();
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [BOOK_R12, 0n],
  });
  await market.devnet.send({ from: market.taker.address, to: USDC.address, data });
  await market.devnet.client.mine({ blocks: 30 });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await market.devnet.client.revert({ id: untouched });
});

/** A taker whose only node has this profile. Blocks are mined while the wallet waits. */
async function takerOn(profile: NodeProfile, quote: SignedOrder) {
  const node = await startProfiledNode(market.devnet.rpcUrl, profile);
  ends.push(node.stop);
  return takerWith(quote, (_, init) => fetch(node.url, init), {
    async wait(ms: number) {
      if (profile.lag === undefined) await systemWait(ms);
      else await market.devnet.client.mine({ blocks: 5 });
    },
  });
}

async function takerWith(
  quote: SignedOrder,
  nodeFetch: Fetch,
  options: { wait?: (ms: number) => Promise<void> } = {},
) {
  const offset = (await market.devnet.now()) * 1000 - Date.now();
  return createTaker({
    devnet: market.devnet,
    now: () => Date.now() + offset,
    fetch: async () =>
      Response.json({ data: { orders: [wire(quote)], market_data: { ETH: 2590 } } }),
    nodeFetch,
    ...options,
  });
}

describe('a fill when only one node is configured', () => {
  it.each(NODE_PROFILES)(
    'completes a fill and proves its position with a single node that $name',
    { timeout: 90_000 },
    async (profile) => {
      const quote = await market.quote();
      const wallet = await takerOn(profile, quote);
      const { order, optionBookAddress } = quote;
      const fill = await wallet.fill(orderDigest(order, optionBookAddress), ONE);
      expect(fill).toMatchObject({
        stage: 'indexed',
        preparations: [{ kind: 'allow book' }],
        proof: { differing: [], premium: '40000000', collateral: '2500000000' },
      });
      // Every node can simulate a fill whose allowance isn't set yet, with or without
      // eth_simulateV1.
      expect(fill).not.toHaveProperty('isUntried');
      expect(wallet.asked.map(({ kind }) => kind)).toEqual(['approve', 'fill']);
      const option = fill.proof?.option as `0x${string}`;
      const client = retryingRpc(wallet.client, systemWait);
      const call = { address: option, abi: optionAbi, functionName: 'buyer' } as const;
      expect(await readContract(client, call)).toBe(wallet.account);
    },
  );

  it.each<[string, () => Response]>([
    ['always answers 429', () => new Response('over rate limit', { status: 429 })],
    ['always answers 502 with a page', () => new Response('<html></html>', { status: 502 })],
    ['does not answer at all', () => Response.error()],
  ])(
    'reports that the chain doesn’t respond, before any allowance, when the only node %s',
    { timeout: 60_000 },
    async (_, answer) => {
      const quote = await market.quote();
      const wallet = await takerWith(quote, async () => answer(), { wait: async () => undefined });
      const fill = await wallet.fill(orderDigest(quote.order, quote.optionBookAddress), ONE);
      expect(fill).toMatchObject({
        stage: 'failed',
        failure: { code: 'chainDown' },
        preparations: [],
      });
      expect(wallet.asked).toEqual([]);
    },
  );
});
