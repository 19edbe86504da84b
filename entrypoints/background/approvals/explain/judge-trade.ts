import { type Address, zeroAddress } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact, RefusalFact } from '../../../../shared/approvals/facts/dangers.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import { optionAbi } from '../../../../shared/chain/abi/option.ts';
import { physicalOptionAbi } from '../../../../shared/chain/abi/physical-option.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import { describeOrder } from '../../../../shared/orders/describe.ts';
import { checkFit } from '../../../../shared/orders/fit.ts';
import type { Order } from '../../../../shared/orders/order.ts';
import { implementationAt } from '../../../../shared/orders/products.ts';
import type { PositionRecord } from '../../../../shared/positions/record.ts';
import { addressWord } from '../../../../shared/quotations/new-option.ts';
import type { RequestTerms } from '../../../../shared/quotations/terms.ts';
import {
  ONE_8,
  type Price8,
  price8,
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
} from '../../../../shared/units.ts';
import { multicall } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { ModelValue } from '../../market/model-value.ts';
import { isGenuineOption } from '../../market/options/creation-proof.ts';
import { QuotationError } from '../../market/options/factory.ts';
import { readOptionTerms } from '../../market/options/option-terms.ts';
import { readOraclePrice } from '../../market/oracle-price.ts';
import { checkPayoff } from '../../market/payoff-check.ts';
import { orderTerms } from './fill-checks.ts';
import { NO_FINDINGS, valueFindings } from './fill-dangers.ts';
import { knownFill } from './inspect-fill.ts';
import { payoffChecks } from './payoff-checks.ts';

/** A trade that follows from a request or an offer, from the account's view. */
export interface JudgedTrade
  extends Pick<
    RequestTerms,
    | 'implementation'
    | 'collateral'
    | 'priceFeed'
    | 'strikes'
    | 'contracts'
    | 'expiry'
    | 'extraOptionData'
  > {
  /** The option whose side changes hands; undefined for a new option. */
  readonly existing: Address | undefined;
  readonly side: 'buy' | 'sell';
  /** Price of all contracts; undefined while it isn't known. */
  readonly total: TokenAmount | undefined;
}

export interface Judgement {
  readonly checks: readonly CheckFact[];
  readonly dangers: readonly DangerFact[];
  /** The first finding that makes the trade unknown, unproven or inconsistent. */
  readonly refusal?: RefusalFact;
  /** Collateral in an existing option, in base units. */
  readonly held?: TokenAmount;
}

export interface JudgeDeps {
  readonly rpc: Rpc;
  readonly now: UnixSeconds;
  /**
   * Reads an indexer's record of an option. The record names the transaction that created the
   * option.
   */
  readonly recordOf?: ((option: Address) => Promise<PositionRecord | undefined>) | undefined;
  /** The wallet's own price of an asset, used when the order's oracle doesn't respond. */
  readonly spotOf: (asset: string) => Price8 | undefined;
  readonly modelValue?: ModelValue | undefined;
}

/**
 * Judges a trade through the factory like a fill of the same option. Refuses it unless all its
 * terms are known and consistent, and an existing option is proven.
 */
export async function judgeTrade(trade: JudgedTrade, deps: JudgeDeps): Promise<Judgement> {
  const option =
    trade.existing === undefined ? undefined : await judgeOption(trade.existing, trade, deps);
  const order = orderOf(trade, option?.extraOptionData ?? trade.extraOptionData);
  const description = describeOrder(order);
  const terms = orderTerms(order, description, undefined);
  const fit = checkFit(order, deps).map((found): CheckFact => {
    const { [found.check]: term } = terms;
    // Every finding fails the check here. Useless extra data is harmless only in a fill, because
    // the fill's order is in the feed.
    if (found.status !== 'passed') return { code: 'order', status: 'failed', found };
    return { code: 'order', status: 'passed', found, ...(term === undefined ? {} : { term }) };
  });
  const unfit = [...(option?.unproven ?? []), ...fit].find(({ status }) => status === 'failed');
  const checks = [...(option?.unproven ?? []), ...(option?.checks ?? []), ...fit];
  const held = option?.held === undefined ? {} : { held: option.held };
  const others = option?.dangers ?? [];
  if (unfit !== undefined)
    return { checks, dangers: others, refusal: { code: 'trade', finding: unfit }, ...held };
  const worth = await judgeWorth(order, trade.total !== undefined, deps);
  return { checks: [...checks, ...worth.checks], dangers: [...others, ...worth.dangers], ...held };
}

/** Judges the possible gain of the trade by the rules for a fill. */
async function judgeWorth(
  order: Order,
  isTotalKnown: boolean,
  { rpc, now, spotOf, modelValue }: JudgeDeps,
): Promise<Pick<Judgement, 'checks' | 'dangers'>> {
  const fill = knownFill(order, undefined);
  const { terms } = fill?.description ?? {};
  if (fill === undefined || terms === undefined) return { checks: [], dangers: [] };
  const { implementation, strikes } = order;
  const { decimals } = fill;
  const [payoff, oraclePrice, model] = await Promise.all([
    checkPayoff(rpc, { implementation, strikes, terms, decimals }),
    readOraclePrice(rpc, order.priceFeed).catch(() => undefined),
    modelValue?.(order),
  ]);
  const isOther = payoff === 'differs';
  const { asset } = fill.description;
  const spot = oraclePrice ?? (asset === undefined ? undefined : spotOf(asset));
  const value =
    isTotalKnown || isOther ? valueFindings(fill, isOther, { now, spot, model }) : NO_FINDINGS;
  return { checks: [...payoffChecks(payoff, terms), ...value.checks], dangers: value.dangers };
}

/**
 * Returns an order that makes the same trade. The price is rounded up for a buyer and down for a
 * seller.
 */
function orderOf(trade: JudgedTrade, extraOptionData: Order['extraOptionData']): Order {
  const { side, contracts, total = tokenAmount(0n), expiry } = trade;
  const isBuying = side === 'buy';
  const scaled = total * ONE_8;
  const rounded = isBuying ? scaled + contracts - 1n : scaled;
  return {
    maker: zeroAddress,
    orderExpiryTimestamp: expiry,
    collateral: trade.collateral,
    isCall: implementationAt(trade.implementation)?.product.isCall ?? true,
    priceFeed: trade.priceFeed,
    implementation: trade.implementation,
    isLong: !isBuying,
    maxCollateralUsable: tokenAmount(0n),
    strikes: trade.strikes,
    expiry,
    price: price8(contracts > 0n ? rounded / contracts : 0n),
    numContracts: contracts,
    extraOptionData,
  };
}

interface ExistingOption extends Pick<Judgement, 'checks' | 'dangers' | 'held'> {
  /** Empty when the option is proven; otherwise the reasons why it isn't. */
  readonly unproven: readonly CheckFact[];
  /** The option's delivery token, encoded like the extra data of a new option. */
  readonly extraOptionData?: Order['extraOptionData'];
}

const UNREAD: ExistingOption = {
  unproven: [{ code: 'option.unread', status: 'failed' }],
  checks: [],
  dangers: [],
};

/** Proves an existing option, and compares its terms with those of the trade. */
async function judgeOption(
  option: Address,
  trade: JudgedTrade,
  deps: JudgeDeps,
): Promise<ExistingOption> {
  try {
    const [actual, isGenuine] = await Promise.all([
      readOptionTerms(deps.rpc, option),
      isGenuineOption(option, deps),
    ]);
    if (!isGenuine) return { ...UNREAD, unproven: [{ code: 'option.unproven', status: 'failed' }] };
    const contract = { address: option, abi: optionAbi } as const;
    const [settled, collateral, balance, delivery] = await multicall(deps.rpc, {
      contracts: [
        { ...contract, functionName: 'optionSettled' },
        { ...contract, functionName: 'collateralAmount' },
        {
          address: actual.collateral,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [option],
        },
        { address: option, abi: physicalOptionAbi, functionName: 'deliveryCollateral' },
      ],
    });
    if (settled.result === undefined || collateral.result === undefined) return UNREAD;
    if (balance.result === undefined) return UNREAD;
    // The balance of interest-bearing tokens can be one or two units below the deposited amount.
    if (settled.result || balance.result + 2n < collateral.result)
      return { ...UNREAD, unproven: [{ code: 'option.empty', status: 'failed' }] };
    const isSame =
      isSameAddress(actual.collateral, trade.collateral) &&
      isSameAddress(actual.priceFeed, trade.priceFeed) &&
      isSameAddress(actual.implementation, trade.implementation) &&
      actual.strikes.join() === trade.strikes.join() &&
      actual.contracts === trade.contracts &&
      actual.expiry === trade.expiry;
    const isPhysical = implementationAt(actual.implementation)?.product.isPhysical === true;
    return {
      unproven: [{ code: 'option.proven', status: 'passed' }],
      checks: [
        isSame
          ? { code: 'terms.match', status: 'passed' }
          : { code: 'terms.differ', status: 'failed' },
      ],
      dangers: isSame ? [] : [{ code: 'terms.differ' }],
      held: tokenAmount(collateral.result),
      extraOptionData:
        isPhysical && delivery.result !== undefined ? addressWord(delivery.result) : '0x',
    };
  } catch (error) {
    return error instanceof QuotationError
      ? { ...UNREAD, unproven: [{ code: 'option.otherFactory', status: 'failed' }] }
      : UNREAD;
  }
}
