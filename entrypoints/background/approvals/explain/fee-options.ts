import type {
  ApprovalDraft,
  SiteFee,
  TransactionDraft,
} from '../../../../shared/approvals/types.ts';
import { chargesDataFee, leastTip } from '../../../../shared/chain/built-in-networks.ts';
import type { FeeOption, ReplacedView } from '../../../../shared/messages/approval-view.ts';
import { type Price8, wei } from '../../../../shared/units.ts';
import {
  dataFeeAtMost,
  estimateFees,
  type FeeEstimate,
  feeChoice,
  type GasPrice,
  PRESETS,
  readDataFee,
  totalFee,
} from '../../chain/fees.ts';
import { quantity } from '../../chain/quantities.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { Simulation } from '../../chain/simulate.ts';
import { isCancelling } from '../sending/cancelling.ts';

export interface FeeDeps {
  readonly spotOf: (asset: string) => Price8 | undefined;
  /** Minimum price of a replacement, in wei per gas. */
  readonly floorFor: (
    draft: ApprovalDraft,
  ) => { maxFeePerGas: bigint; priority: bigint } | undefined;
  /** The wallet's pending transaction that is replaced. Prices in wei per gas. */
  readonly replacedBy: (
    draft: ApprovalDraft,
  ) => { what: ReplacedView['what']; gas: bigint; data: string; maxFeePerGas: bigint } | undefined;
}

/**
 * Returns the transaction that the request replaces, and its costs; undefined if the request
 * replaces nothing.
 */
export async function replacedView(
  deps: FeeDeps,
  draft: ApprovalDraft,
  { rpc, coin }: { rpc: Rpc; coin: string },
): Promise<ReplacedView | undefined> {
  const found = deps.replacedBy(draft);
  if (found === undefined) return undefined;
  const { what, gas, data, maxFeePerGas } = found;
  const dataFee = chargesDataFee(draft.chainId)
    ? await readDataFee(rpc, { data }).catch(() => undefined)
    : 0n;
  const isCancelled = isCancelling(draft.request);
  if (dataFee === undefined) return { what, isCancelled };
  const total = totalFee([gas], maxFeePerGas, dataFeeAtMost(dataFee)).toString();
  return { what, isCancelled, total, ...priceOf(coin, deps.spotOf('ETH')) };
}

export interface Fees {
  /** Empty when no fee can be estimated. */
  readonly options: readonly FeeOption[];
  readonly leftOut?: Exclude<SiteFeeVerdict, { kind: 'offered' }>;
}

/** Returns the fees to choose from, including a reasonable suggestion of the site. */
export async function readFees(
  deps: FeeDeps,
  draft: ApprovalDraft,
  known: {
    rpc: Rpc;
    account: string;
    drafts: readonly TransactionDraft[];
    simulating: Promise<Simulation>;
    coin: string;
  },
): Promise<Fees> {
  const { simulating, drafts } = known;
  const isBundle = drafts.length > 1;
  try {
    const estimate = await estimateFees({
      ...known,
      // In a bundle, later calls work only after the earlier calls, so the simulation's gas is
      // used.
      ...(isBundle ? { gasUsed: simulating.then(gasUsedIn) } : {}),
      hasDataFee: chargesDataFee(draft.chainId),
      leastTip: leastTip(draft.chainId),
    });
    const siteFee = isBundle ? undefined : drafts[0]?.siteFee;
    const verdict = siteFee === undefined ? undefined : judgeSiteFee(siteFee, estimate);
    const options = feeOptions(estimate, {
      floor: deps.floorFor(draft),
      sitePrice: verdict?.kind === 'offered' ? verdict.price : undefined,
      coin: known.coin,
      etherPrice: deps.spotOf('ETH'),
    });
    return verdict === undefined || verdict.kind === 'offered'
      ? { options }
      : { options, leftOut: verdict };
  } catch {
    // Without options, the screen explains that no fee can be estimated. The request can't be
    // confirmed.
    return { options: [] };
  }
}

const gasUsedIn = (simulation: Simulation) =>
  simulation.outcome === 'succeeds' ? simulation.gasUsed : undefined;

function feeOptions(
  estimate: FeeEstimate,
  known: {
    floor: { maxFeePerGas: bigint; priority: bigint } | undefined;
    sitePrice: GasPrice | undefined;
    coin: string;
    etherPrice: Price8 | undefined;
  },
): FeeOption[] {
  const { floor, sitePrice, coin, etherPrice } = known;
  const offered = [
    ...PRESETS.map((preset) => ({ preset, price: estimate.prices[preset] })),
    ...(sitePrice === undefined ? [] : [{ preset: 'site' as const, price: sitePrice }]),
  ];
  const options = offered.map(({ preset, price }): FeeOption => {
    const choice = feeChoice(estimate, price);
    const priority = atLeast(BigInt(choice.maxPriorityFeePerGas), floor?.priority);
    const max = atLeast(BigInt(choice.maxFeePerGas), floor?.maxFeePerGas);
    const total = totalFee(estimate.gas, max, estimate.dataFee);
    return {
      preset,
      total: total.toString(),
      ...priceOf(coin, etherPrice),
      least: quantity(estimate.least),
      leastDataFee: quantity(estimate.leastDataFee),
      choice: {
        ...choice,
        maxFeePerGas: `0x${max.toString(16)}`,
        maxPriorityFeePerGas: `0x${priority.toString(16)}`,
      },
    };
  });
  // A replacement's minimum can make several options equal, so duplicates are left out.
  const normal = options.find(({ preset }) => preset === 'normal');
  return options.filter((one) => one === normal || !isSamePrice(one, normal));
}

function isSamePrice(one: FeeOption, other: FeeOption | undefined): boolean {
  return (
    one.choice.maxFeePerGas === other?.choice.maxFeePerGas &&
    one.choice.maxPriorityFeePerGas === other.choice.maxPriorityFeePerGas
  );
}

/** Returns the price of one coin in dollars (8 decimals), if known. */
function priceOf(coin: string, etherPrice: Price8 | undefined): Pick<FeeOption, 'coinPrice'> {
  return etherPrice === undefined || coin !== 'ETH' ? {} : { coinPrice: etherPrice.toString() };
}

function atLeast(value: bigint, floor: bigint | undefined): bigint {
  return floor !== undefined && floor > value ? floor : value;
}

/** A site's price is rejected if it is this many times the wallet's fast price. */
const MAX_FACTOR = 10n;

type SiteFeeVerdict =
  | { readonly kind: 'offered'; readonly price: GasPrice }
  /** Below the next block's base fee, or too far above the fast price. */
  | { readonly kind: 'tooLow' | 'tooHigh'; readonly maxFeePerGas: bigint };

/**
 * Completes a site's prices with the wallet's own, and decides whether to offer them (wei per gas).
 */
function judgeSiteFee(siteFee: SiteFee, estimate: FeeEstimate): SiteFeeVerdict {
  const { normal, fast } = estimate.prices;
  const tip =
    siteFee.maxPriorityFeePerGas === undefined
      ? normal.maxPriorityFeePerGas
      : BigInt(siteFee.maxPriorityFeePerGas);
  // The network requires this minimum tip. The site's maximum still applies.
  const priority = tip < estimate.leastTip ? estimate.leastTip : tip;
  const max =
    siteFee.maxFeePerGas === undefined
      ? normal.maxFeePerGas - normal.maxPriorityFeePerGas + priority
      : BigInt(siteFee.maxFeePerGas);
  if (max < estimate.least) return { kind: 'tooLow', maxFeePerGas: max };
  if (max > fast.maxFeePerGas * MAX_FACTOR) return { kind: 'tooHigh', maxFeePerGas: max };
  const isWhole = estimate.isLegacy || priority > max;
  return {
    kind: 'offered',
    price: { maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(isWhole ? max : priority) },
  };
}
