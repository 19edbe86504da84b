import type { Address } from 'viem';
import { chargesDataFee, leastTip } from '../../../shared/chain/built-in-networks.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { reserveWith } from '../../../shared/chain/lending.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { FillPlanView } from '../../../shared/messages/ticket.ts';
import { sumOfFill } from '../../../shared/orders/fill-sum.ts';
import { wei } from '../../../shared/units.ts';
import { estimateFees, totalFee } from '../chain/fees.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type PreparedFill, prepareFill } from './prepare-fill.ts';

/**
 * Plans all transactions of a fill for the review, with the fill's own checks, amounts and
 * simulation. Doesn't prompt the user or send anything.
 * @throws TicketError, FeedError, and errors of the chain
 */
export async function planFill(
  options: Omit<Parameters<typeof prepareFill>[0], 'made' | 'recent' | 'wait'>,
): Promise<FillPlanView> {
  const plan = await prepareFill({
    ...options,
    made: [],
    recent: [],
    // A plan follows no mined transaction, so there is no lagging node to wait for.
    wait: async () => undefined,
  });
  const { quote, collateral, contracts, preparations } = plan;
  const receipt = reserveWith(collateral)?.receipt.address ?? '';
  const wanted = isSameAddress(receipt, collateral) ? 'receipt' : 'asset';
  const change = sumOfFill(preparations, { wanted, pays: quote.pays });
  // Without a fee, the review says that the fee is unknown.
  const fee = await feeAtMost(options.client, options.account, plan).catch(() => undefined);
  return {
    contracts,
    wanted,
    preparations: preparations.map(({ kind, amount }) => ({ kind, amount })),
    change,
    collateral: quote.collateral,
    premium: quote.premium,
    receives: quote.receives,
    ...(fee === undefined ? {} : { fee: wei(fee) }),
  };
}

/** Returns the maximum cost of all transactions at current prices, in wei. */
async function feeAtMost(
  rpc: Rpc,
  account: Address,
  { preparations, fill, gasUsed }: PreparedFill,
): Promise<bigint> {
  const calls = [...preparations.map(({ call }) => call), fill];
  const { gas, prices, dataFee } = await estimateFees({
    ...{ rpc, account, gasUsed },
    drafts: calls.map((call) => ({ value: '0x0', ...call })),
    hasDataFee: chargesDataFee(CHAIN_ID),
    leastTip: leastTip(CHAIN_ID),
  });
  return totalFee(gas, prices.normal.maxFeePerGas, dataFee);
}
