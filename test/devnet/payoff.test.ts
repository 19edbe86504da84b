import fc from 'fast-check';
import { type Address, encodeFunctionData, hexToBigInt, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPLEMENTATIONS, type ProductName } from '../../shared/chain/implementations.ts';
import { buyerPayoff, maxPayoff, requiredCollateral } from '../../shared/orders/payoff.ts';
import { product } from '../../shared/orders/products.ts';
import { contractsForCollateral } from '../../shared/orders/sizing.ts';
import { termsOf } from '../../shared/orders/terms.ts';
import { contracts, price8, tokenAmount } from '../../shared/units.ts';
import { optionAbi } from './abi/full.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { MULTICALL } from './installation.ts';

const PRODUCTS = IMPLEMENTATIONS.filter(
  ({ revision, product: name }) => revision === 'r12' && name !== 'CALL_LOAN',
);
const SETS_OF_STRIKES = 20;
const PRICES_PER_SET = 50;
const SEED = 20260904;

const aggregateAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[])',
]);

/** Generates valid strikes of the product near the price of ether or bitcoin, in either order. */
function strikesOf(name: ProductName): fc.Arbitrary<bigint[]> {
  const gap = fc.bigInt(1n, 5_000_00000000n);
  return fc
    .record({
      lowest: fc.bigInt(1n, 100_000_00000000n),
      wing: gap,
      body: gap,
      otherWing: gap,
      isDescending: fc.boolean(),
    })
    .map(({ lowest, wing, body, otherWing, isDescending }) => {
      const count = product(name).strikeCount;
      const gaps =
        count === 3 ? [wing, wing] : [wing, body, name === 'IRON_CONDOR' ? otherWing : wing];
      const strikes = [lowest];
      for (const step of gaps.slice(0, count - 1)) strikes.push((strikes.at(-1) ?? 0n) + step);
      return isDescending ? strikes.reverse() : strikes;
    });
}

describe('the payoff of each implementation on the chain', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet();
  });
  afterAll(async () => devnet?.stop());

  async function readAll(target: Address, calls: readonly `0x${string}`[]): Promise<bigint[]> {
    const { result } = await devnet.client.simulateContract({
      address: MULTICALL,
      abi: aggregateAbi,
      functionName: 'aggregate3',
      args: [calls.map((callData) => ({ target, allowFailure: false, callData }))],
    });
    return result.map(({ returnData }) => hexToBigInt(returnData));
  }

  test.each(PRODUCTS)(
    'simulatePayout agrees with the off-chain formula at 1000 settlement prices for $product',
    async ({ product: name, address }) => {
      const cases = fc.sample(
        fc.record({
          strikes: strikesOf(name),
          count: fc.bigInt(1n, 10n ** 20n),
          // Prices near and between the strikes, far above them, and at the ends.
          prices: fc.array(
            fc.oneof(fc.bigInt(1n, 3n * 10n ** 13n), fc.nat({ max: 1000 }).map(BigInt)),
            {
              minLength: PRICES_PER_SET - 8,
              maxLength: PRICES_PER_SET - 8,
            },
          ),
        }),
        { numRuns: SETS_OF_STRIKES, seed: SEED },
      );
      let compared = 0;
      for (const { strikes, count, prices } of cases) {
        const terms = termsOf(name, strikes.map(price8));
        if (terms === undefined) throw new Error(`Invalid strikes for ${name}.`);
        const held = contracts(count);
        const edges = [...strikes, ...strikes.map((strike) => strike + 1n)];
        const settlements = [...prices, ...edges, ...edges, ...edges, ...edges].slice(
          0,
          PRICES_PER_SET,
        );
        const expected = settlements.map((settlement) =>
          settlement === 0n && !terms.product.isQuoteCollateral
            ? 0n
            : buyerPayoff({ terms, contracts: held, settlementPrice: price8(settlement) }),
        );
        const answers = await readAll(
          address,
          settlements.map((settlement) =>
            encodeFunctionData({
              abi: optionAbi,
              functionName: 'simulatePayout',
              args: [settlement, strikes, count],
            }),
          ),
        );
        expect(answers, `strikes ${strikes.join(', ')}, contracts ${count}`).toEqual(expected);
        compared += answers.length;
      }
      expect(compared).toBe(SETS_OF_STRIKES * PRICES_PER_SET);
    },
  );

  test.each(PRODUCTS)(
    'requires the same collateral as the off-chain formula, and at least the maximum payoff, for $product',
    async ({ product: name, address }) => {
      const cases = fc.sample(
        fc.record({ strikes: strikesOf(name), count: fc.bigInt(1n, 10n ** 20n) }),
        { numRuns: 200, seed: SEED },
      );
      const required = await readAll(
        address,
        cases.map(({ strikes, count }) =>
          encodeFunctionData({
            abi: optionAbi,
            functionName: 'calculateRequiredCollateral',
            args: [strikes, count],
          }),
        ),
      );
      const backed = await readAll(
        address,
        cases.map(({ strikes, count }) =>
          encodeFunctionData({
            abi: optionAbi,
            functionName: 'calculateNumContractsForCollateral',
            args: [strikes, count],
          }),
        ),
      );
      cases.forEach(({ strikes, count }, i) => {
        const terms = termsOf(name, strikes.map(price8));
        if (terms === undefined) throw new Error(`Invalid strikes for ${name}.`);
        const held = contracts(count);
        expect(required[i]).toBe(requiredCollateral({ terms, contracts: held }));
        expect(required[i]).toBeGreaterThanOrEqual(maxPayoff({ terms, contracts: held }));
        expect(backed[i]).toBe(
          // A number with six decimals, so that the contract doesn't round.
          contractsForCollateral({ terms, collateral: tokenAmount(count), decimals: 6 }),
        );
      });
    },
  );

  test.each(PRODUCTS)(
    'rejects a wrong number of strikes and invalid strike values for $product',
    async ({ product: name, address }) => {
      const [good = []] = fc.sample(strikesOf(name), { numRuns: 1, seed: SEED });
      const bad = [
        [],
        [...good, 1n],
        good.map(() => 0n),
        ...(good.length > 1 ? [good.map(() => 5n)] : []),
        ...(good.length > 2 && name !== 'IRON_CONDOR' ? [good.map((_, i) => BigInt(2 ** i))] : []),
      ];
      const check = (strikes: readonly bigint[]) =>
        devnet.client.readContract({
          address,
          abi: optionAbi,
          functionName: 'validateParams',
          args: [strikes],
        });
      await expect(check(good)).resolves.toBeUndefined();
      for (const strikes of bad) await expect(check(strikes)).rejects.toThrow(/revert/);
    },
  );
});
