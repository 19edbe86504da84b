import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { assetOfFeed, tokenAt } from '../../shared/chain/tokens.ts';
import type { Order } from '../../shared/orders/order.ts';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import { productOf } from '../../shared/orders/products.ts';
import { budgetLeft, contractsForBudget } from '../../shared/orders/sizing.ts';
import { termsOf } from '../../shared/orders/terms.ts';
import {
  isCutOff,
  type MakerFacts,
  MIN_USD,
  usableDollars,
} from '../../shared/orders/unfillable.ts';
import { tokenAmount, type Usd8 } from '../../shared/units.ts';
import type { Read } from '../chain/multicall.ts';
import type { SpotPrices } from '../chain/spot-prices.ts';

/** State of an order on the chain. Missing data counts in the order's favour. */
export interface Standing {
  /** False when the order is used up, cancelled, or cut off by its maker. */
  readonly isOpen: boolean;
  /** True if the maker has approved funds for the smallest fill, and at least a dollar. */
  readonly isFunded: boolean;
  /** The amount that the maker can pay for this order; undefined if unknown. */
  readonly worth: Usd8 | undefined;
  /** The maker's funds in this collateral, for all its orders; undefined if unknown. */
  readonly funds: Usd8 | undefined;
}

/** The reason why the feed doesn't list an order. */
export type UnlistedReason = 'cancelled' | 'cutOff' | 'exhausted' | 'unfunded' | 'dust';

export type Reads = Map<string, Read>;
export type Answers = ReadonlyMap<string, Hex | undefined>;

/** Adds the reads of a maker's balance and allowance in the collateral token. */
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

/** Adds one read per nonce and one per maker. Orders with the same nonce share a budget. */
export function addBudgetReads(reads: Reads, entry: FeedEntry): void {
  const target = entry.optionBookAddress;
  const [filled, cutoff] = budgetKeys(entry);
  if (!reads.has(filled)) reads.set(filled, { target, data: uintCall('0xc0da0f68', entry.nonce) });
  if (!reads.has(cutoff))
    reads.set(cutoff, { target, data: uintCall('0x7d91f76f', BigInt(entry.order.maker)) });
}

/** Returns an order's standing from the results of its reads, and from the prices by ticker. */
export function standingOf(entry: FeedEntry, answers: Answers, prices: SpotPrices): Standing {
  const { order } = entry;
  const facts = factsOf(entry, answers);
  const dollars = dollarsBy(order, prices);
  const left = budgetLeft(order.maxCollateralUsable, facts.filled ?? 0n);
  const funds = fundsOf(facts);
  const payable = least(funds ?? maxUint256, left === 0n ? order.maxCollateralUsable : left);
  return {
    isOpen:
      !isCutOff(order, facts.cutoff ?? 0n) && buysSomething(entry, left) && !isDust(dollars(left)),
    isFunded: buysSomething(entry, payable) && !isDust(dollars(payable)),
    worth: funds === undefined ? undefined : dollars(least(funds, left)),
    funds: funds === undefined ? undefined : dollars(funds),
  };
}

/** Returns why an order isn't listed; undefined if the chain's state allows listing it. */
export function unlistedReason(
  entry: FeedEntry,
  answers: Answers,
  prices: SpotPrices,
): UnlistedReason | undefined {
  const facts = factsOf(entry, answers);
  const { isOpen, isFunded } = standingOf(entry, answers, prices);
  if (facts.filled === maxUint256) return 'cancelled';
  if (isCutOff(entry.order, facts.cutoff ?? 0n)) return 'cutOff';
  const left = budgetLeft(entry.order.maxCollateralUsable, facts.filled ?? 0n);
  if (!buysSomething(entry, left)) return 'exhausted';
  if (!buysSomething(entry, least(fundsOf(facts) ?? maxUint256, left))) return 'unfunded';
  return isOpen && isFunded ? undefined : 'dust';
}

function factsOf(entry: FeedEntry, answers: Answers): MakerFacts {
  const [filled, cutoff] = budgetKeys(entry);
  const [balance, allowance] = fundsKeys(entry);
  return {
    filled: uintOf(answers.get(filled)),
    cutoff: uintOf(answers.get(cutoff)),
    balance: uintOf(answers.get(balance)),
    allowance: uintOf(answers.get(allowance)),
  };
}

/** Returns the tokens that the book can take from the maker; undefined if unknown. */
function fundsOf({ balance, allowance }: MakerFacts): bigint | undefined {
  return balance === undefined || allowance === undefined ? undefined : least(balance, allowance);
}

function dollarsBy(order: Order, prices: SpotPrices): (amount: bigint) => Usd8 | undefined {
  const asset = assetOfFeed(order.priceFeed);
  const spot = asset === undefined ? undefined : prices[asset];
  return (amount) => usableDollars(order, tokenAmount(amount), spot);
}

function isDust(dollars: Usd8 | undefined): boolean {
  return dollars !== undefined && dollars < MIN_USD;
}

/** Returns true when the maker's amount pays for the smallest fill. */
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

/** Returns the keys of the reads that `addFundsReads` adds. */
export function fundsKeys({
  order: { maker, collateral },
  optionBookAddress,
}: Pick<FeedEntry, 'order' | 'optionBookAddress'>): [string, string] {
  return [
    `${collateral} balance ${maker}`,
    `${collateral} allowance ${maker} ${optionBookAddress}`,
  ];
}

function uintOf(answer: Hex | undefined): bigint | undefined {
  return answer?.length === 66 ? BigInt(answer) : undefined;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Encodes a call of a function with one word: a selector and the word. */
function uintCall(selector: Hex, value: bigint): Hex {
  return `${selector}${value.toString(16).padStart(64, '0')}`;
}
