import { encodeFunctionResult, type Hex, multicall3Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createPortfolioCache } from '../../../entrypoints/background/positions/portfolio-cache.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const WORD = `0x${'1'.padStart(64, '0')}` as const;
/** A price feed's round: five words. */
const ROUND = `0x${'1'.padStart(64, '0').repeat(5)}` as const;
const TARGET = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

/**
 * Creates a node that counts its requests by network and method. Each word of its answers to calls
 * is 1.
 */
function counting() {
  const counts = new Map<string, number>();
  let code: Hex = '0x';
  const rpcOf = (chainId: number) => ({
    async request(method: string, params: readonly unknown[] = []) {
      const name = `${chainId === CHAIN_ID ? 'base' : 'other'} ${method}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (method === 'eth_getBalance') return WORD;
      if (method === 'eth_getCode') return code;
      const { data } = Object(params[0]) as { data: Hex };
      // The second word of the call's arguments is the number of calls. The response has one result
      // per call.
      const length = Number(`0x${data.slice(10 + 64, 10 + 128)}`);
      const result = Array.from({ length }, (_, i) => ({
        success: true,
        returnData: i < 5 ? WORD : ROUND,
      }));
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result });
    },
  });
  return {
    counts,
    rpcOf: rpcOf as never,
    setCode: (next: Hex) => {
      code = next;
    },
  };
}

function cacheOf() {
  const node = counting();
  const clock = createFakeClock();
  let account = ACCOUNT;
  let mined: string | undefined;
  const cache = createPortfolioCache({
    stored: stored(memoryAreas(), STORED_KEYS.portfolio),
    rpcOf: node.rpcOf,
    networks: {
      all: () =>
        [CHAIN_ID, 1, 10].map((chainId) => ({
          chainId,
          name: String(chainId),
          symbol: 'ETH',
          rpcUrls: [],
        })) as never,
    },
    watchedTokens: { all: () => [] },
    clock,
    account: () => account,
    newestMined: () => mined,
    onChange: () => undefined,
  });
  return {
    ...node,
    cache,
    clock,
    select: (next: string) => {
      account = next;
    },
    mine: (id: string) => {
      mined = id;
    },
    refresh: () => cache.refresh({ isWhole: false }),
  };
}

describe('the balances of the selected account', () => {
  it('reads balances on Base at each refresh, balances on other networks every five minutes, and the account’s code every ten', async () => {
    const { cache, clock, counts, refresh } = cacheOf();
    for (let minute = 0; minute < 60; minute++) {
      await refresh();
      clock.advance(60_000);
    }
    expect(Object.fromEntries(counts)).toEqual({
      'base eth_call': 60,
      'base eth_getCode': 6,
      'other eth_getBalance': 24,
    });
    expect(cache.last()?.balances).toHaveLength(9);
  });

  it('reads the balances on the other networks again after a transaction is mined or when the user requests a refresh', async () => {
    const { cache, counts, mine, refresh } = cacheOf();
    await refresh();
    await refresh();
    mine('a transfer');
    await refresh();
    await cache.refresh({ isWhole: true });
    expect(counts.get('other eth_getBalance')).toBe(6);
  });

  it('reads all balances again when the user selects another account', async () => {
    const { counts, refresh, select } = cacheOf();
    await refresh();
    select(OTHER);
    await refresh();
    expect(Object.fromEntries(counts)).toEqual({
      'base eth_call': 2,
      'base eth_getCode': 2,
      'other eth_getBalance': 4,
    });
  });

  it('shows the contract of an account’s new delegation after ten minutes at the latest', async () => {
    const { cache, clock, refresh, setCode } = cacheOf();
    await refresh();
    expect(cache.last()).not.toHaveProperty('delegatedTo');
    setCode(`0xef0100${TARGET.slice(2).toLowerCase()}` as Hex);
    clock.advance(600_000);
    await refresh();
    expect(cache.last()?.delegatedTo).toBe(TARGET);
  });
});
