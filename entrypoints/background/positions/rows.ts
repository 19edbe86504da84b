import type { Address } from 'viem';
import { assetOfFeed, tokenAt } from '../../../shared/chain/tokens.ts';
import { profitCurve } from '../../../shared/orders/curve.ts';
import type { MarketVolatility } from '../../../shared/orders/market-volatility.ts';
import { pictureOfCurve } from '../../../shared/orders/picture.ts';
import { ascending } from '../../../shared/orders/strikes.ts';
import { exerciseGain } from '../../../shared/positions/exercise-gain.ts';
import type {
  PositionRow,
  PositionState,
  PositionWorth,
} from '../../../shared/positions/position-view.ts';
import { productOfPosition } from '../../../shared/positions/product-of-position.ts';
import type { ChainMoment, PositionRecord } from '../../../shared/positions/record.ts';
import {
  type ClosingQuote,
  closedWorth,
  type Profit,
  type Side,
  termsOfPosition,
  valuePosition,
} from '../../../shared/positions/value.ts';
import {
  type Price8,
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
} from '../../../shared/units.ts';
import type { Spot } from '../market/spot-prices.ts';
import { actionsFor } from './actions.ts';
import type { Backing } from './apply-trades.ts';
import type { Delivery } from './deliveries.ts';
import type { Given } from './given-positions.ts';
import { type ChainCheck, isUnproven } from './verify.ts';

/**
 * A transferred side. Until the transfer's receipt is read, the new holder is the one that the
 * contract names.
 */
export type GivenSide = Pick<Given, 'to'> & Partial<Pick<Given, 'at' | 'txHash'>>;

/** Returns one side of a position as a row for pages. Unknown values are undefined. */
export function positionRow(input: {
  position: PositionRecord;
  side: Side;
  now: UnixSeconds;
  spotOf: (asset: string) => Spot | undefined;
  market: MarketVolatility | undefined;
  /** The best quote or offer for closing the side. */
  quoted?: ClosingQuote | undefined;
  verification: ChainCheck;
  backing: Backing | undefined;
  isFresh: boolean;
  hasFailedSettlement: boolean;
  canSign: boolean;
  /** Delivery of an open physical option, if its contract reports one. */
  delivery?: Delivery | undefined;
  /** Cost that the user entered for a received side. */
  enteredCost?: TokenAmount | undefined;
  /** Set for a transferred side. The row then shows the former holding. */
  given?: GivenSide | undefined;
  /** Proceeds (buyer) or cost (seller) of a side that a maker took over. */
  closedFor?: TokenAmount | undefined;
  /** The factory's fee, which is part of `closedFor`. */
  closingFee?: TokenAmount | undefined;
  /** True when a receipt shows that the account itself traded the transferred side. */
  isOwnTrade?: boolean;
}): PositionRow {
  const { position, side, now, verification, market } = input;
  const asset = assetOfFeed(position.priceFeed);
  const product = productOfPosition(position);
  const price = asset === undefined ? undefined : input.spotOf(asset);
  const spot = price?.price;
  const isValued = isOriginProven(verification, input.backing);
  const { given, enteredCost } = input;
  const isReceived =
    given === undefined && isReceivedBy(position, side, verification, input.backing);
  const cost = isReceived ? (enteredCost ?? 'unknown') : undefined;
  const { realized, intrinsic, model, mark, closesBy } =
    !isValued || given !== undefined
      ? NO_VALUE
      : valuePosition({
          position,
          side,
          now,
          spot,
          market,
          quoted: input.quoted,
          cost,
          most: heldOf(verification),
        });
  const { closedFor, closingFee } = input;
  const closed =
    given === undefined || closedFor === undefined
      ? undefined
      : closedWorth(position, side, closedFor, input.isOwnTrade === true ? undefined : 'unknown');
  // The picture of an ended position has no current price.
  const picture =
    cost === 'unknown' || given !== undefined
      ? undefined
      : pictureOf(position, side, { spot: position.close === undefined ? spot : undefined, cost });
  const { settlement, close } = position;
  return {
    key: rowKey(position, side),
    address: position.address,
    state: given === undefined ? stateOf(position, now) : 'closed',
    ...(given === undefined && isPayoutUnread(position) ? { isPayoutUnread: true } : {}),
    ...(asset === undefined ? {} : { asset }),
    ...(product === undefined ? {} : { product: product.name }),
    isPhysical: product?.isPhysical ?? false,
    side,
    strikes: ascending(position.strikes),
    expiry: position.expiry,
    token: shownToken(position.collateralToken),
    contracts: position.numContracts,
    ...splitFrom(verification),
    premium: position.entryPremium,
    fee: position.entryFeePaid,
    collateral: position.collateralAmount,
    isReceived,
    ...(isReceived && enteredCost !== undefined ? { enteredCost } : {}),
    ...(given === undefined ? {} : { givenTo: given.to }),
    ...worthOf('worth', side, closed ?? realized ?? intrinsic),
    ...(closed === undefined ? {} : { isClosedByOffer: true }),
    ...(closed === undefined || closingFee === undefined ? {} : { closingFee }),
    ...worthOf('model', side, model),
    ...(price === undefined || intrinsic === undefined ? {} : { spot: spotOf(price) }),
    ...(closesBy === undefined ? {} : { closesBy }),
    ...(mark === undefined ? {} : { mark }),
    ...(model === undefined || market === undefined
      ? {}
      : {
          volatility: market.middle,
          halfSpread: market.halfSpread,
          volatilityMakers: market.makers,
        }),
    ...(settlement?.settlementPrice === undefined
      ? {}
      : { settlementPrice: settlement.settlementPrice }),
    entry: momentOf(position.entry),
    ...endOf(close, given),
    buyer: position.buyer,
    seller: position.seller,
    referrer: position.referrer,
    verification: verification.result,
    isUnproven: isUnproven(verification),
    compared: verification.compared,
    disagreements: verification.disagreements,
    isMoneyProven: isMoneyProven(position, input.backing, verification),
    ...formulaOf(verification),
    isPayoffEstimate: product !== undefined && !product.isPayoffConfirmed,
    isFresh: input.isFresh,
    hasFailedSettlement: input.hasFailedSettlement,
    actions:
      given === undefined
        ? actionsFor({
            position,
            side,
            now,
            verification,
            canSign: input.canSign,
            delivery: input.delivery,
          })
        : [],
    ...deliveryOf(input),
    ...excessOf(side, verification),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** Returns the key of a row: an account can hold both sides of an option. */
export function rowKey({ address }: Pick<PositionRecord, 'address'>, side: Side): string {
  return `${address}:${side}`;
}

/** Returns true when a receipt names another first holder of this side. */
function isReceivedBy(
  position: PositionRecord,
  side: Side,
  verification: ChainCheck,
  backing: Backing | undefined,
): boolean {
  const first = verification.first ?? backing?.first;
  return first !== undefined && first[side] !== position[side];
}

function deliveryOf({
  position,
  delivery: running,
  verification,
  backing,
  spotOf: priceOf,
}: Pick<
  Parameters<typeof positionRow>[0],
  'position' | 'delivery' | 'verification' | 'backing' | 'spotOf'
>): Pick<PositionRow, 'delivery' | 'notExercised'> {
  if (running !== undefined) {
    const { token, until } = running;
    const amount = tokenAmount(running.amount);
    const delivered = { token: token.address, amount };
    const received = { token: position.collateralToken, amount: position.collateralAmount };
    const gain = exerciseGain(
      { delivered, received },
      { tokenAt, spotOf: (asset) => priceOf(asset)?.price },
    );
    return {
      delivery: {
        token: shownToken(token.address),
        amount,
        until,
        isDone: false,
        ...(gain !== undefined && gain < 0n ? { isAtLoss: true } : {}),
      },
    };
  }
  const decision = backing?.decision ?? verification.money.decision;
  if (decision === undefined) return {};
  if (decision.type === 'option-exercised')
    return {
      delivery: {
        token: shownToken(decision.deliveryToken),
        amount: tokenAmount(decision.deliveryAmount),
        isDone: true,
      },
    };
  return { notExercised: decision.isExplicit ? 'declined' : 'windowPassed' };
}

/** Returns a token for pages. Without a symbol its amounts are shown in base units. */
function shownToken(address: Address): PositionRow['token'] {
  const token = tokenAt(address);
  return {
    address,
    ...(token === undefined ? {} : { symbol: token.symbol }),
    decimals: token?.decimals ?? 0,
  };
}

function endOf(
  close: ChainMoment | undefined,
  given: GivenSide | undefined,
): Pick<PositionRow, 'end'> {
  if (given !== undefined) {
    const { at, txHash } = given;
    return at === undefined || txHash === undefined ? {} : { end: { at, txHash } };
  }
  return close === undefined ? {} : { end: momentOf(close) };
}

function spotOf({ price, source, at }: Spot): NonNullable<PositionRow['spot']> {
  return { price, source, ...(at === undefined ? {} : { at }) };
}

/** Returns true if a known book or factory created the option; records prove nothing. */
function isOriginProven(verification: ChainCheck, backing: Backing | undefined): boolean {
  if (isUnproven(verification)) return false;
  return verification.result !== 'notChecked' || backing?.origin === true;
}

const NO_VALUE = {
  realized: undefined,
  intrinsic: undefined,
  model: undefined,
  mark: undefined,
  closesBy: undefined,
};

/** Returns the tokens that the option holds. They limit its payout. */
function heldOf({ held }: ChainCheck): TokenAmount | undefined {
  return held === undefined ? undefined : tokenAmount(held);
}

function isMoneyProven(
  { status }: PositionRecord,
  backing: Backing | undefined,
  { money: read }: ChainCheck,
): boolean {
  const isPremium = backing?.premium === true || read.premium === true;
  return isPremium && (status !== 'settled' || backing?.payout === true || read.payout === true);
}

/** Returns the payoff by formula when a receipt proves another payout. */
function formulaOf({ formulaPayout: amount }: ChainCheck): Pick<PositionRow, 'formulaPayout'> {
  return amount === undefined ? {} : { formulaPayout: tokenAmount(amount) };
}

function stateOf(position: PositionRecord, now: UnixSeconds): PositionState {
  if (position.status === 'settled' || position.status === 'closed') return position.status;
  return position.expiry > now ? 'open' : 'awaitingSettlement';
}

/** Returns true when the contract reports the settlement, but its price and payout aren't known. */
function isPayoutUnread({ status, settlement }: PositionRecord): boolean {
  return status === 'settled' && settlement === undefined;
}

/**
 * Returns a position's value and profit for pages. A seller's value is negative: the seller owes
 * the amount that the buyer can claim.
 */
function worthOf(name: 'worth' | 'model', side: Side, profit: Profit | undefined) {
  if (profit === undefined) return {};
  const { valueUsd, profitUsd, stakeUsd, profitBps } = profit;
  const held = <Amount extends bigint>(value: Amount) =>
    (side === 'buyer' ? value : -value) as Amount;
  const worth: PositionWorth = {
    value: held(profit.value),
    ...(profit.profit === undefined ? {} : { profit: profit.profit }),
    ...(valueUsd === undefined ? {} : { valueUsd: held(valueUsd) }),
    ...(profitUsd === undefined ? {} : { profitUsd }),
    ...(stakeUsd === undefined ? {} : { stakeUsd }),
    ...(profitBps === undefined ? {} : { profitBps }),
  };
  return { [name]: worth };
}

function momentOf({ timestamp, txHash }: ChainMoment): { at: number; txHash: string } {
  return { at: timestamp, txHash };
}

function splitFrom({ money: { origin } }: ChainCheck): { splitFrom?: string } {
  return typeof origin === 'object' ? { splitFrom: origin.splitFrom } : {};
}

function excessOf(side: Side, { excess = 0n }: ChainCheck): Pick<PositionRow, 'excess'> {
  return side === 'buyer' || excess <= 0n ? {} : { excess: tokenAmount(excess) };
}

function pictureOf(
  position: PositionRecord,
  side: Side,
  { spot, cost }: { spot: Price8 | undefined; cost: TokenAmount | undefined },
) {
  const terms = termsOfPosition(position);
  const token = tokenAt(position.collateralToken);
  const asset = assetOfFeed(position.priceFeed);
  if (terms === undefined || token === undefined || asset === undefined) return undefined;
  // A delivery isn't cash, so it has no curve.
  if (terms.product.isPhysical) return undefined;
  const curve = profitCurve({
    terms,
    contracts: position.numContracts,
    decimals: token.decimals,
    side: side === 'buyer' ? 'buy' : 'sell',
    premium: cost ?? position.entryPremium,
    fee: cost === undefined ? position.entryFeePaid : tokenAmount(0n),
  });
  return pictureOfCurve({ curve, strikes: terms.strikes, asset, spot });
}
