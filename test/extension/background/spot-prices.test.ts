import { encodeAbiParameters, encodeFunctionResult } from 'viem';
import { describe, expect, it } from 'vitest';
import { createSpotPrices } from '../../../entrypoints/background/market/spot-prices.ts';
import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import { PRICE_FEEDS } from '../../../shared/chain/deployments.ts';
import { price8 } from '../../../shared/units.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

const LIE = price8(9_999_00000000n);
const UPDATED = 1_799_999_990n;

/** Prices of a chain that reports only ether, at $2,500, and of a feed that reports others. */
function start() {
  const clock = createFakeClock();
  const state = { isAway: false, asked: 0 };
  const spots = createSpotPrices({
    client: {
      request: async () => {
        state.asked += 1;
        if (state.isAway) throw new TypeError('away');
        return multicallAnswer();
      },
    },
    clock,
    reported: () => LIE,
    refreshReported: async () => {
      throw new TypeError('the feed is away');
    },
  });
  return { spots, state, clock };
}

function multicallAnswer() {
  const results = PRICE_FEEDS.map(({ asset }) => ({
    success: asset === 'ETH',
    returnData: encodeFunctionResult({
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
      result: [1n, 2_500_00000000n, UPDATED, UPDATED, 1n],
    }),
  }));
  return encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'returnData', type: 'bytes' },
        ],
      },
    ],
    [results],
  );
}

describe('spot prices', () => {
  it('uses the price and the time of the chain’s price feed instead of the order feed’s price', async () => {
    const { spots } = start();
    await spots.refresh();
    expect(spots.of('ETH')).toEqual({
      price: price8(2_500_00000000n),
      source: 'chain',
      at: Number(UPDATED) * 1000,
    });
  });

  it('uses the order feed’s prices, marked with their source, when the price feed doesn’t respond', async () => {
    const { spots, state, clock } = start();
    await spots.refresh();
    expect(spots.of('BTC')).toEqual({ price: LIE, source: 'order feed' });
    state.isAway = true;
    clock.advance(60_000);
    await spots.refresh();
    expect(spots.of('ETH')).toEqual({ price: LIE, source: 'order feed' });
  });

  it('reads prices at most every 30 seconds, and once for two concurrent callers', async () => {
    const { spots, state, clock } = start();
    await Promise.all([spots.refresh(), spots.refresh()]);
    await spots.refresh();
    expect(state.asked).toBe(1);
    clock.advance(31_000);
    await spots.refresh();
    expect(state.asked).toBe(2);
  });
});
