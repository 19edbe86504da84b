import { encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { withValue } from '../../../../../entrypoints/background/approvals/explain/with-value.ts';
import { createCodeReader } from '../../../../../entrypoints/background/chain/code-at.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { optionAbi } from '../../../../../shared/chain/abi/option.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../../../shared/chain/implementations.ts';
import { contracts, epochMs, tokenAmount, unixSeconds } from '../../../../../shared/units.ts';
import { positionsFromLogs } from '../../../../helpers/positions-from-logs.ts';
import { filled, initialized, optionAddress } from '../../../../shared/positions/event-logs.ts';
import { optionNode } from '../../../helpers/option-node.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OPTION = optionAddress(1);
const FEE = 10n ** 14n;

/** Explains a split of a put with two contracts and 5,000 USDC, sending this much wei. */
async function meaningOf(
  wei: bigint,
  { splitFee = FEE, isKnown = true, isGenuine = true, isSecond = false } = {},
) {
  const hash = `0x${'1'.repeat(64)}` as const;
  const logs = [initialized(OPTION), filled(OPTION)];
  const [made] = positionsFromLogs(
    logs.map((log, logIndex) => ({ ...log, logIndex })),
    { hash, block: 1, timestamp: unixSeconds(1_788_500_000) },
  );
  const put = IMPLEMENTATIONS.find(
    ({ product, revision }) => product === 'PUT' && revision === 'r12',
  );
  if (made === undefined || put === undefined) return expect.unreachable();
  const rpc = optionNode({
    position: {
      ...made,
      numContracts: contracts(2_000_000n),
      collateralAmount: tokenAmount(5_000_000000n),
    },
    implementation: isKnown ? put.address : OPTION,
    splitFee,
    receipts: isGenuine ? { [hash]: logs } : {},
  });
  const draft = {
    to: OPTION,
    value: `0x${wei.toString(16)}`,
    data: encodeFunctionData({ abi: optionAbi, functionName: 'split', args: [1_250_000000n] }),
  };
  const understanding = understandTransaction(draft);
  const context = chainContext(CHAIN_ID, 'ETH');
  const deps = {
    context,
    rpc,
    codeAt: createCodeReader(rpc),
    clock: { now: () => epochMs(0) },
    spotOf: () => undefined,
    isInFeed: async () => undefined,
    recordOf: async () => made,
  };
  const earlier = isSecond ? [understanding] : [];
  const meaning = await explain(deps, understanding, ACCOUNT, earlier);
  return withValue(meaning, understanding, draft, 'ETH');
}

describe('the explanation of an option’s split', () => {
  it('shows the part that is split off and the contract’s fee, and reports no danger', async () => {
    const { call, rows, leaves, dangers } = await meaningOf(FEE);
    expect(call).toEqual({ kind: 'split' });
    expect(rows).toContainEqual({
      label: 'contractsSplitOff',
      value: { kind: 'contracts', units: '500000', decimals: 6 },
    });
    expect(rows).toContainEqual({
      label: 'collateralSplitOff',
      value: {
        kind: 'amount',
        amount: expect.objectContaining({ units: '1250000000' }),
        isWhole: true,
      },
    });
    expect(leaves).toEqual([
      { kind: 'coin', symbol: 'ETH', units: `${FEE}`, note: { code: 'contractFee' } },
    ]);
    expect(dangers).toEqual([]);
  });

  it.each([
    ['an amount that differs from the fee', FEE + 1n, {}],
    ['a fee of more than a thousandth of an ether', 10n * FEE + 1n, { splitFee: 10n * FEE + 1n }],
    ['the fee of a contract with unknown code', FEE, { isKnown: false }],
    ['the fee of a clone that no known book created', FEE, { isGenuine: false }],
    ['the fee of a second split in the same request', FEE, { isSecond: true }],
  ])('requires an acknowledgement for %s', async (_, wei, node) => {
    const { dangers, leaves } = await meaningOf(wei, node);
    expect(dangers).toContainEqual(expect.objectContaining({ code: 'sendsCoin' }));
    expect(leaves).toMatchObject([{ note: { code: 'withTheCall' } }]);
  });
});
