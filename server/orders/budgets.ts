import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import { productOf } from '../../shared/orders/products.ts';
import { budgetLeft, contractsForBudget } from '../../shared/orders/sizing.ts';
import { termsOf } from '../../shared/orders/terms.ts';
import { tokenAt } from '../../shared/orders/tokens.ts';
import { tokenAmount } from '../../shared/units.ts';
import type { Read } from '../chain/multicall.ts';

/** The chain's state of an order. Missing data counts in the order's favour. */
export interface Standing {
  /** Not used up, cancelled or cut off by its maker. */
  readonly isOpen: boolean;
  /** Whether the maker owns and has approved enough for the smallest fill. */
  readonly isFunded: boolean;
}

/** Why the feed doesn't list an order. */
export type UnlistedReason = 'cancelled' | 'cut-off' | 'exhausted' | 'unfunded';

/** Reads by key, with their results. */
export type Reads = Map<string, Read>;
export type Answers = ReadonlyMap<string, Hex | undefined>;

/**
 * Adds the maker's balance and allowance: collateral and premium are both paid in the collateral
 * token, through the book.
 */
export function addFundsReads(
  reads: Reads,
  { order, optionBookAddress }: Pick<FeedEntry, 'order' | 'optionBookAddress'>,
): void {
  const { maker, collateral } = order;
  const [balance, allowance] = fundsKeys({ order, optionBookAddress });
  if (!reads.has(balance))
    reads.set(balance, {
      target: collateral,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [maker] }),
    });
  if (!reads.has(allowance))
    reads.set(allowance, {
      target: collateral,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [maker, optionBookAddress],
      }),
    });
}

/** Adds one read per nonce and per maker: orders with the same nonce share a budget. */
export function addBudgetReads(reads: Reads, entry: FeedEntry): void {
  const target = entry.optionBookAddress;
  const [filled, cutoff] = budgetKeys(entry);
  if (!reads.has(filled)) reads.set(filled, { target, data: uintCall('0xc0da0f68', entry.nonce) });
  if (!reads.has(cutoff))
    reads.set(cutoff, { target, data: uintCall('0x7d91f76f', BigInt(entry.order.maker)) });
}

/** Returns an order's standing by the results of its reads. */
export function standingOf(entry: FeedEntry, answers: Answers): Standing {
  const [filledKey, cutoffKey] = budgetKeys(entry);
  const [balanceKey, allowanceKey] = fundsKeys(entry);
  const { order } = entry;
  const cutoff = uintOf(answers.get(cutoffKey), 0n);
  const left = budgetLeft(order.maxCollateralUsable, uintOf(answers.get(filledKey), 0n));
  const funds = least(
    uintOf(answers.get(balanceKey), maxUint256),
    uintOf(answers.get(allowanceKey), maxUint256),
  );
  return {
    isOpen: cutoff <= order.orderExpiryTimestamp && buysSomething(entry, left),
    isFunded: buysSomething(entry, least(funds, left === 0n ? maxUint256 : left)),
  };
}

/** Returns why an order isn't listed; undefined when the chain has no objection. */
export function unlistedReason(entry: FeedEntry, answers: Answers): UnlistedReason | undefined {
  const [filledKey, cutoffKey] = budgetKeys(entry);
  const { isOpen, isFunded } = standingOf(entry, answers);
  if (uintOf(answers.get(filledKey), 0n) === maxUint256) return 'cancelled';
  if (uintOf(answers.get(cutoffKey), 0n) > entry.order.orderExpiryTimestamp) return 'cut-off';
  if (!isOpen) return 'exhausted';
  return isFunded ? undefined : 'unfunded';
}

/** Returns true when the maker's amount covers the smallest fill. */
function buysSomething({ order }: FeedEntry, amount: bigint): boolean {
  const found = productOf(order);
  const terms = found.kind === 'known' ? termsOf(found.product.name, order.strikes) : undefined;
  const decimals = tokenAt(order.collateral)?.decimals;
  if (terms === undefined || decimals === undefined) return amount > 0n;
  const { price, isLong: isMakerLong } = order;
  const left = tokenAmount(amount);
  return contractsForBudget({ left, isMakerLong, price, terms, decimals }) > 0n;
}

function budgetKeys({ optionBookAddress, nonce, order }: FeedEntry): [string, string] {
  return [`${optionBookAddress} filled ${nonce}`, `${optionBookAddress} cutoff ${order.maker}`];
}

function fundsKeys({
  order: { maker, collateral },
  optionBookAddress,
}: Pick<FeedEntry, 'order' | 'optionBookAddress'>): [string, string] {
  return [
    `${collateral} balance ${maker}`,
    `${collateral} allowance ${maker} ${optionBookAddress}`,
  ];
}

function uintOf(answer: Hex | undefined, otherwise: bigint): bigint {
  return answer?.length === 66 ? BigInt(answer) : otherwise;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Encodes `amountFilled(uint256)` or `makerCancellationCutoff(address)`: a selector and a word. */
function uintCall(selector: Hex, value: bigint): Hex {
  return `${selector}${value.toString(16).padStart(64, '0')}`;
}
