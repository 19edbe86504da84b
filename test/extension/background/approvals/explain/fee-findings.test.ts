import { describe, expect, it } from 'vitest';
import {
  describeDangers,
  describeRefusal,
} from '../../../../../components/approvals/describe-danger.ts';
import { feeFindings } from '../../../../../entrypoints/background/approvals/explain/fee-findings.ts';
import type { Simulation } from '../../../../../entrypoints/background/chain/simulate.ts';
import type { FeeChoice } from '../../../../../shared/approvals/types.ts';
import { wordedChecks } from '../../../helpers/worded.ts';

const GWEI = 1_000_000_000n;
const hex = (value: bigint) => `0x${value.toString(16)}`;
const SUCCEEDS: Simulation = { outcome: 'succeeds', block: 1n, gasUsed: [50_000n], movements: [] };

/** Returns the findings about one call, with these base fees of the last blocks. */
async function find(input: {
  gas?: bigint;
  price?: bigint;
  limit?: bigint;
  history?: readonly bigint[] | 'away';
  tip?: bigint;
  chainId?: number;
}) {
  const { gas, price = GWEI, limit = 60_000n, history = [GWEI], chainId = 8453, tip } = input;
  const fee: FeeChoice = {
    gas: [hex(gas ?? limit)],
    maxFeePerGas: hex(price),
    maxPriorityFeePerGas: '0x1',
    isLegacy: false,
  };
  const call = { to: `0x${'11'.repeat(20)}`, value: '0x0', data: '0x' };
  const { checks, dangers, refusal } = await feeFindings({
    rpc: {
      request: async () => {
        if (history === 'away') throw new TypeError('away');
        return {
          baseFeePerGas: history.map(hex),
          ...(tip === undefined ? {} : { reward: history.map(() => [hex(tip)]) }),
        };
      },
    },
    chainId,
    coin: 'ETH',
    drafts: [gas === undefined ? call : { ...call, gas: hex(gas) }],
    fee,
    simulation: SUCCEEDS,
  });
  return {
    checks: wordedChecks(checks),
    danger: describeDangers(dangers).at(0),
    refusal: refusal === undefined ? undefined : describeRefusal(refusal),
  };
}

describe('a site’s gas limit', () => {
  it.each([0n, 1n, 20_999n])('blocks a site’s gas limit of %s', async (gas) => {
    expect((await find({ gas })).refusal).toContain('21,000');
  });

  it.each([21_000n, 50_000n, 250_000n])(
    'accepts a site’s gas limit of %s when the transaction needs 50,000',
    async (gas) => {
      expect(await find({ gas })).toMatchObject({
        checks: [],
        danger: undefined,
        refusal: undefined,
      });
    },
  );

  it('warns of a site’s gas limit far above the estimate, and names the possible cost', async () => {
    const { checks } = await find({ gas: 30_000_000n });
    expect(checks).toMatchObject([{ label: 'Gas limit', status: 'warned' }]);
    expect(checks[0]?.detail).toMatch(/30,000,000 gas.*50,000.*0\.03 ETH/);
  });
});

describe('a network fee', () => {
  it('reports 10,000 gwei on Base as a danger, even if the node reports that price as usual', async () => {
    const { danger } = await find({ price: 10_000n * GWEI, history: [10_000n * GWEI] });
    expect(danger).toContain('0.6 ETH');
  });

  it('reports a fee of 0.6 ether on Base as a danger, even at a plausible price', async () => {
    const lying = { price: 40n * GWEI, history: [40n * GWEI], limit: 15_000_000n };
    expect((await find(lying)).danger).toContain('0.6 ETH');
  });

  it('reports a fee far above the node’s own recent range as a danger', async () => {
    const busy = { history: [GWEI, 2n * GWEI], limit: 600_000n };
    expect((await find({ ...busy, price: 40n * GWEI })).danger).toBeDefined();
    expect((await find({ ...busy, price: 15n * GWEI })).danger).toBeUndefined();
    expect((await find({ ...busy, price: 40n * GWEI, tip: 5n * GWEI })).danger).toBeUndefined();
  });

  it('needs no acknowledgement for a network fee that has risen but is still tiny', async () => {
    expect((await find({ price: GWEI, history: [1n] })).danger).toBeUndefined();
  });

  it('judges the fee on an unknown chain by the total amount when no fee history is available', async () => {
    const chainId = 123_456;
    expect((await find({ price: 1_000n * GWEI, chainId, history: 'away' })).danger).toBeDefined();
    expect((await find({ price: 100n * GWEI, chainId, history: 'away' })).danger).toBeUndefined();
  });
});
