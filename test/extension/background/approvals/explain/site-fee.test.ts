import { describe, expect, it } from 'vitest';
import { readFees } from '../../../../../entrypoints/background/approvals/explain/fee-options.ts';
import type { SiteFee } from '../../../../../shared/approvals/types.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const GWEI = 10n ** 9n;

/** A chain with a base fee of 10 gwei and a tip of 1 gwei; no base fee with `isLegacy`. */
interface Chain {
  readonly isLegacy?: boolean;
  readonly id?: number;
}

async function feesFor(siteFee: SiteFee, chain: Chain = {}) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_getBlockByNumber: chain.isLegacy === true ? {} : { baseFeePerGas: hex(10n * GWEI) },
    eth_gasPrice: hex(10n * GWEI),
    eth_maxPriorityFeePerGas: hex(GWEI),
    eth_estimateGas: '0x5208',
  };
  const transaction = { to: ACCOUNT, value: '0x0', data: '0x', siteFee };
  return readFees(
    {
      spotOf: () => undefined,
      floorFor: () => undefined,
      replacedBy: () => undefined,
    },
    {
      id: 'draft',
      requestKey: 'doc:1',
      requester: { origin: 'https://dapp.example', own: false },
      request: { kind: 'transaction', account: ACCOUNT, transaction },
      chainId: chain.id ?? 1,
      createdAt: 0,
    },
    {
      rpc: { request: async (method) => answers[method] },
      account: ACCOUNT,
      drafts: [transaction],
      simulating: Promise.resolve({ outcome: 'unknown' }),
      coin: 'ETH',
    },
  );
}

const hex = (value: bigint) => `0x${value.toString(16)}`;

async function sitePrice(siteFee: SiteFee, chain?: Chain) {
  const { options } = await feesFor(siteFee, chain);
  const choice = options.find(({ preset }) => preset === 'site')?.choice;
  return choice && [BigInt(choice.maxFeePerGas) / GWEI, BigInt(choice.maxPriorityFeePerGas) / GWEI];
}

describe('a fee that the site suggests', () => {
  it('offers a site’s fee last, after the wallet’s three fees', async () => {
    const { options, leftOut } = await feesFor({
      maxFeePerGas: hex(30n * GWEI),
      maxPriorityFeePerGas: hex(2n * GWEI),
    });
    expect(options.map(({ preset }) => preset)).toEqual(['slow', 'normal', 'fast', 'site']);
    expect(leftOut).toBeUndefined();
  });

  it('raises a site’s tip to Polygon’s minimum, and leaves out a fee whose maximum is too low', async () => {
    const polygon = { id: 137 };
    const tip = { maxPriorityFeePerGas: hex(2n * GWEI) };
    expect(await sitePrice({ ...tip, maxFeePerGas: hex(50n * GWEI) }, polygon)).toEqual([50n, 25n]);
    expect(await sitePrice({ ...tip, maxFeePerGas: hex(34n * GWEI) }, polygon)).toBeUndefined();
  });

  it('fills in the wallet’s tip or maximum fee when a site leaves that amount out', async () => {
    expect(await sitePrice({ maxFeePerGas: hex(30n * GWEI) })).toEqual([30n, 1n]);
    // The maximum is twice the base fee plus the site's tip.
    expect(await sitePrice({ maxPriorityFeePerGas: hex(3n * GWEI) })).toEqual([23n, 3n]);
  });

  it('limits a site’s tip to the site’s maximum fee', async () => {
    const chain = { maxFeePerGas: hex(10n * GWEI), maxPriorityFeePerGas: hex(12n * GWEI) };
    expect(await sitePrice(chain)).toEqual([10n, 10n]);
  });

  it('offers a site’s maximum fee as the gas price on a chain without a base fee', async () => {
    expect(await sitePrice({ maxFeePerGas: hex(30n * GWEI) }, { isLegacy: true })).toEqual([
      30n,
      30n,
    ]);
  });

  it('doesn’t offer a site’s fee that equals the wallet’s normal fee', async () => {
    const { options } = await feesFor({
      maxFeePerGas: hex(21n * GWEI),
      maxPriorityFeePerGas: hex(GWEI),
    });
    expect(options.map(({ preset }) => preset)).toEqual(['slow', 'normal', 'fast']);
  });

  it.each([
    ['below the base fee', 9n, 'tooLow'],
    ['more than ten times the fast fee', 300n, 'tooHigh'],
  ])('leaves out a site’s fee that is %s, and reports the reason', async (_name, price, kind) => {
    const { options, leftOut } = await feesFor({ maxFeePerGas: hex(price * GWEI) });
    expect(options).toHaveLength(3);
    expect(leftOut).toEqual({ kind, maxFeePerGas: price * GWEI });
  });
});
