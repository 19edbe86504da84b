import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeCost } from '../../../components/texts/describe-fees.ts';
import {
  estimateCosts,
  estimateFees,
  totalFee,
} from '../../../entrypoints/background/chain/fees.ts';
import { leastTip } from '../../../shared/chain/built-in-networks.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { parseAmount } from '../../../shared/parse-amount.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { wei } from '../../../shared/units.ts';

const hex = (value: bigint) => `0x${value.toString(16)}`;
const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DRAFT = { to: ACCOUNT, value: '0x0', data: '0x' };

/**
 * Estimates fees with a node's answers in wei: base fee (undefined if blocks have no base fee), gas
 * price, fee for posting data.
 */
function estimate(
  node: { baseFee?: bigint; price: bigint; dataFee?: bigint },
  chainId: number = CHAIN_ID,
) {
  const { baseFee, price, dataFee } = node;
  const answers: Readonly<Record<string, unknown>> = {
    eth_getBlockByNumber: baseFee === undefined ? {} : { baseFeePerGas: hex(baseFee) },
    eth_gasPrice: hex(price),
    eth_maxPriorityFeePerGas: hex(price),
    eth_estimateGas: '0x5208',
    eth_call: dataFee === undefined ? '0x' : `0x${dataFee.toString(16).padStart(64, '0')}`,
  };
  return estimateFees({
    rpc: { request: async (method) => answers[method] },
    account: ACCOUNT,
    drafts: [DRAFT, DRAFT],
    hasDataFee: dataFee !== undefined,
    leastTip: leastTip(chainId),
  });
}

const amount = fc.bigInt(1n, 10n ** 18n);

describe('a fee in words', () => {
  it('rounds a maximum fee up at the last shown decimal', () => {
    fc.assert(
      fc.property(amount, amount, (total, price) => {
        const { total: shown, usd = '' } = describeCost(
          { total: total.toString(), coinPrice: price.toString() },
          'ETH',
        );
        const read = parseAmount(shown.replace(/ ETH$/, '').replaceAll(',', ''), 18) ?? -1n;
        expect(read).toBeGreaterThanOrEqual(total);
        expect(read - total).toBeLessThan(10n ** 10n);
        const cents = parseAmount(usd.replace(/[$,]/g, ''), 2) ?? -1n;
        expect(cents * 10n ** 24n).toBeGreaterThanOrEqual(total * price);
      }),
    );
    expect(describeCost({ total: '109999999999' }, 'ETH')).toEqual({ total: '0.00000011 ETH' });
  });
});

describe('the likely costs of several transactions', () => {
  const answers: Readonly<Record<string, unknown>> = {
    eth_getBlockByNumber: { baseFeePerGas: hex(5n) },
    eth_maxPriorityFeePerGas: hex(2n),
    eth_call: `0x${9n.toString(16).padStart(64, '0')}`,
  };
  const costs = (gasOf: (data: string) => unknown) =>
    estimateCosts({
      rpc: {
        request: async (method, params) =>
          method === 'eth_estimateGas'
            ? gasOf(Object((params as readonly unknown[])[0]).data)
            : answers[method],
      },
      account: ACCOUNT,
      drafts: [
        { ...DRAFT, data: '0x01' },
        { ...DRAFT, data: '0x02' },
      ],
      hasDataFee: true,
      leastTip: 1n,
    });

  it('estimates several transactions separately, and returns no cost for a transaction that the node rejects', async () => {
    const found = await costs((data) => {
      if (data === '0x02') throw new NodeError({ code: 3, message: 'execution reverted' });
      return hex(100n);
    });
    expect(found).toEqual([100n * (5n + 2n) + 9n, undefined]);
  });

  it('fails to estimate the costs while the node doesn’t respond', async () => {
    const silent = costs(() => {
      throw new TypeError('no answer');
    });
    await expect(silent).rejects.toThrow('no answer');
  });
});

describe('an estimate', () => {
  it('leaves room in the maximum for the data fee to double', async () => {
    await fc.assert(
      fc.asyncProperty(amount, async (dataFee) => {
        const found = await estimate({ baseFee: 5n, price: 1n, dataFee });
        expect(found.leastDataFee).toBe(dataFee * 2n);
        expect(found.dataFee).toBe(dataFee * 4n);
        expect(totalFee([10n], 3n, found.dataFee)).toBe(wei(30n + dataFee * 4n));
      }),
    );
    const without = await estimate({ baseFee: 5n, price: 1n });
    expect(without).toMatchObject({ leastDataFee: 0n, dataFee: 0n, least: 5n, isLegacy: false });
  });

  it.each([
    { suggested: 1n, slow: 25n, normal: 25n, fast: 40n },
    { suggested: 30n, slow: 25n, normal: 30n, fast: 48n },
    { suggested: 100n, slow: 80n, normal: 100n, fast: 160n },
  ])(
    'never suggests less than the 25 gwei that Polygon requires (the node suggests $suggested)',
    async (gwei) => {
      const price = (tip: bigint) => tip * 1_000_000_000n;
      const node = { baseFee: 7n, price: price(gwei.suggested) };
      const { prices } = await estimate(node, 137);
      for (const preset of ['slow', 'normal', 'fast'] as const) {
        const tip = price(gwei[preset]);
        expect(prices[preset]).toEqual({ maxPriorityFeePerGas: tip, maxFeePerGas: 14n + tip });
      }
      const elsewhere = await estimate(node);
      expect(elsewhere.prices.slow.maxPriorityFeePerGas).toBe((node.price * 80n) / 100n);
    },
  );

  it('requires at least the slow price on a chain without a base fee', async () => {
    await fc.assert(
      fc.asyncProperty(amount, async (price) => {
        const { least, prices, isLegacy } = await estimate({ price });
        expect(isLegacy).toBe(true);
        expect(least).toBe((price * 80n) / 100n);
        expect(least).toBe(prices.slow.maxFeePerGas);
      }),
    );
  });
});
