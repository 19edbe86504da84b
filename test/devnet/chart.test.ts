import { type Address, encodeFunctionData, hexToBigInt, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plotOf } from '../../components/charts/plot.ts';
import { simulatePayoutAbi } from '../../shared/chain/abi/simulate-payout.ts';
import { IMPLEMENTATIONS } from '../../shared/chain/implementations.ts';
import { buyerPayoff } from '../../shared/orders/payoff.ts';
import { pictureOf } from '../../shared/orders/picture.ts';
import { product } from '../../shared/orders/products.ts';
import { quoteFill } from '../../shared/orders/quote.ts';
import { termsOf } from '../../shared/orders/terms.ts';
import { contracts, price8 } from '../../shared/units.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { MULTICALL } from './installation.ts';

const PRICES = 200;
const CASH = IMPLEMENTATIONS.filter(
  ({ revision, product: name }) => revision === 'r12' && !product(name).isPhysical,
);
/** Ascending strikes with equal wings, in dollars. */
const STRIKES = [2_400n, 2_500n, 2_700n, 2_800n];

const aggregateAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[])',
]);

describe('the drawn payoff of each cash product', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet();
  });
  afterAll(async () => devnet?.stop());

  test.each(CASH)(
    'draws the payoff of $product within a pixel of the contract’s payoff at 200 prices',
    async ({ product: name, address }) => {
      const { strikeCount, isQuoteCollateral, structure } = product(name);
      const dollars = structure === 'butterfly' ? [2_400n, 2_500n, 2_600n] : STRIKES;
      const strikes = dollars.slice(0, strikeCount).map((strike) => price8(strike * 10n ** 8n));
      const terms = termsOf(name, strikes);
      if (terms === undefined) throw new Error(`Invalid strikes for ${name}.`);
      const decimals = isQuoteCollateral ? 6 : 18;
      const held = contracts((37n * 10n ** BigInt(decimals)) / 10n);
      const spot = price8(2_590_00000000n);
      const order = { price: price8(isQuoteCollateral ? 20_00000000n : 800_000n), isLong: false };
      const { curve } = quoteFill({ order, terms, contracts: held, decimals, spot });
      const picture = pictureOf({ terms, contracts: held, decimals, curve, asset: 'ETH', spot });
      const payouts = picture?.payouts ?? [];
      const plot = plotOf(payouts);
      const settlements = Array.from({ length: PRICES }, (_, i) =>
        BigInt(Math.round((plot.from + ((plot.to - plot.from) * i) / (PRICES - 1)) * 1e8)),
      );

      const paid = await simulated(address, { strikes, settlements, count: held });

      const exact = settlements.map((settlement) =>
        buyerPayoff({ terms, contracts: held, settlementPrice: price8(settlement) }),
      );
      expect(paid).toEqual(exact);
      const outline = vertices(plot.outline);
      const distances = settlements.map((settlement, i) => {
        const price = Number(settlement) / 1e8;
        const tokens = Number(paid[i]) / 10 ** decimals;
        const worth = isQuoteCollateral ? tokens : tokens * price;
        return Math.abs(heightAt(outline, plot.x(price)) - plot.y(worth));
      });
      expect(Math.max(...distances)).toBeLessThan(1);
      // The values must not be all equal: a flat line would match any other flat line.
      expect(new Set(paid).size).toBeGreaterThan(20);
    },
  );

  async function simulated(
    target: Address,
    input: { strikes: readonly bigint[]; settlements: readonly bigint[]; count: bigint },
  ): Promise<bigint[]> {
    const { result } = await devnet.client.simulateContract({
      address: MULTICALL,
      abi: aggregateAbi,
      functionName: 'aggregate3',
      args: [
        input.settlements.map((settlement) => ({
          target,
          allowFailure: false,
          callData: encodeFunctionData({
            abi: simulatePayoutAbi,
            functionName: 'simulatePayout',
            args: [settlement, input.strikes, input.count],
          }),
        })),
      ],
    });
    return result.map(({ returnData }) => hexToBigInt(returnData));
  }
});

/** Returns the points of an SVG path of straight lines. */
function vertices(path: string): (readonly [number, number])[] {
  return [...path.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
}

function heightAt(outline: readonly (readonly [number, number])[], x: number): number {
  const next = Math.max(
    1,
    outline.findIndex(([px]) => px >= x - 1e-6),
  );
  const [[x0, y0] = [0, 0], [x1, y1] = [0, 0]] = [outline[next - 1], outline[next]];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0 || 1);
}
