import { isSameAddress } from '../is-same-address.ts';
import { structureKey } from '../messages/alerts.ts';
import type { ListedSpot, OrderRow } from '../messages/market.ts';
import type { Roll } from '../messages/roll.ts';
import type { FillStage, FillView } from '../messages/ticket.ts';
import { product } from '../orders/products.ts';
import { floorDivide } from '../orders/rounding.ts';
import { floorContracts } from '../orders/sizing.ts';
import { paidFor } from '../positions/cost.ts';
import type { PositionRow } from '../positions/position-view.ts';
import type { QuotationView } from '../quotations/view.ts';
import {
  type Contracts,
  contracts,
  ONE_8,
  parseNumber8,
  toPrice8,
  type Usd8,
  usd8,
} from '../units.ts';
import { fillOfAtMost, liveQuotes, rescale } from './book-quotes.ts';
import { cashOf, type DeskFill } from './offer.ts';
import { oneRowPerTerms } from './one-row-per-terms.ts';
import { byStrikes } from './order-of-terms.ts';

/** A live quote that a position can be rolled into. */
export interface RollTarget {
  readonly fill: DeskFill;
  /** Dollars that opening brings; negative for a cost. */
  readonly cash: Usd8;
  /** True when the maker has less left than what isn't open yet. */
  readonly isPart: boolean;
}

/**
 * The money that closing brings, in base units of the position's token; negative for a cost.
 * `received` is a fact, `offer` the best one that can be accepted now, `model` an estimate.
 */
export interface ClosingCash {
  readonly units: bigint;
  readonly from: 'received' | 'offer' | 'model';
}

/**
 * `closing`: the account holds the side. `opening`: makers took it over. `opened`: the new option is
 * open, at least in part; see `leftToOpen`. `gone`: the side ended or left in another way.
 */
export type RollStep = 'closing' | 'opening' | 'opened' | 'gone';

/**
 * Returns the live quotes of a position's product and side with another expiry or other strikes, each
 * sized to the position or to what its maker has left: later expiries first, the nearest ones first
 * among them, and per expiry the nearest strikes.
 */
export function rollTargets(
  position: PositionRow,
  rows: readonly OrderRow[],
  market: { readonly spot: ListedSpot; readonly now: number },
): readonly RollTarget[] {
  const strikes = position.strikes.map(parseNumber8);
  const side = position.side === 'buyer' ? 'buy' : 'sell';
  const usable = rows.filter(
    (row) =>
      row.side === side &&
      row.asset === position.asset &&
      row.product === position.product &&
      row.isChecked &&
      row.quoteEnds > market.now &&
      !(row.expiry === position.expiry && byStrikes(row.strikes, strikes) === 0),
  );
  const size = {
    contracts: contracts(BigInt(position.contracts)),
    decimals: position.token.decimals,
  };
  const away = (row: OrderRow) =>
    row.strikes.reduce((sum, strike, i) => sum + Math.abs(strike - (strikes[i] ?? 0)), 0);
  const isEarlier = ({ expiry }: OrderRow) => (expiry < position.expiry ? 1 : 0);
  return oneRowPerTerms(usable)
    .toSorted((a, b) => isEarlier(a) - isEarlier(b) || a.expiry - b.expiry || away(a) - away(b))
    .flatMap((row) => sized(row, size, market.spot) ?? []);
}

/**
 * Returns the best live quote for what a roll opens, at most for the contracts that aren't open yet,
 * scaled by the position's token; undefined when nobody quotes it now.
 */
export function rollTarget(
  { to, collateralSymbol }: Roll,
  { contracts: left, token }: Pick<PositionRow, 'contracts' | 'token'>,
  market: {
    readonly rows: readonly OrderRow[];
    readonly spot: ListedSpot;
    readonly now: number;
  },
): RollTarget | undefined {
  const option = { ...to, strikes: to.strikes.map(parseNumber8) };
  const row = liveQuotes(option, to.side, market).find(
    (quote) => quote.collateralSymbol === collateralSymbol,
  );
  if (row === undefined) return undefined;
  const size = { contracts: contracts(BigInt(left)), decimals: token.decimals };
  return sized(row, size, market.spot);
}

/** Returns what closing brings, as far as it is known: a receipt, an offer, or the model's value. */
export function closingCash(
  position: PositionRow,
  request: QuotationView | undefined,
): ClosingCash | undefined {
  const { worth, model, side } = position;
  if (position.isClosedByOffer === true && worth !== undefined)
    return { units: BigInt(worth.value), from: 'received' };
  if (position.state !== 'open' && isSaleOf(position, request))
    return request?.paid && { units: -paidOf(request.paid, request.isBuyer), from: 'received' };
  const offers = request?.stage === 'collecting' ? request.offers : [];
  const offer = offers.find(({ state }) => state === 'open');
  if (offer?.net !== undefined)
    return { units: side === 'buyer' ? BigInt(offer.net) : -BigInt(offer.net), from: 'offer' };
  return model && { units: BigInt(model.value), from: 'model' };
}

/** Returns true for a settled request that gave this side to a maker. */
function isSaleOf({ side }: PositionRow, request: QuotationView | undefined): boolean {
  return request?.stage === 'settled' && request.isBuyer === (side === 'seller');
}

/** Negative for a seller of the side, who gets the amount less the fee. */
function paidOf({ amount, fee }: NonNullable<QuotationView['paid']>, isBuyer: boolean): bigint {
  return isBuyer ? BigInt(amount) : BigInt(fee) - BigInt(amount);
}

/** Returns an amount of a position's token in dollars at today's spot price; rounded down. */
export function positionDollars(
  { product: name, token }: PositionRow,
  units: bigint,
  spot: ListedSpot,
): Usd8 {
  const isQuote = name !== undefined && product(name).isQuoteCollateral;
  const price = isQuote ? ONE_8 : toPrice8(spot.price);
  return usd8(floorDivide(units * price, 10n ** BigInt(token.decimals)));
}

/**
 * Returns the dollars that opened positions brought at today's spot price, with those that the rest
 * brings; negative for a cost. Undefined while one of them is unknown.
 */
export function openingCash(
  opened: readonly PositionRow[],
  rest: Usd8 | undefined,
  spot: ListedSpot,
): Usd8 | undefined {
  if (rest === undefined) return undefined;
  let sum: bigint = rest;
  for (const row of opened) {
    const paid = paidFor(row);
    if (paid === undefined) return undefined;
    sum += positionDollars(row, row.side === 'buyer' ? -paid : paid, spot);
  }
  return usd8(sum);
}

/**
 * Returns how far a roll is, from the account's positions.
 * @param request the newest one about the position
 */
export function rollStep(
  roll: Roll,
  {
    position,
    request,
    rows,
  }: {
    readonly position: PositionRow | undefined;
    readonly request: QuotationView | undefined;
    readonly rows: readonly PositionRow[];
  },
): RollStep {
  // A side that came back has an older settled request.
  if (position?.state === 'open') return 'closing';
  if (openedBy(roll, rows).length > 0) return 'opened';
  const isSold =
    position !== undefined && (position.isClosedByOffer === true || isSaleOf(position, request));
  return isSold ? 'opening' : 'gone';
}

/**
 * Returns the positions that the account opened since the roll began, with the roll's terms; they can
 * have ended since. One that the chain contradicts isn't among them.
 */
export function openedBy(roll: Roll, rows: readonly PositionRow[]): readonly PositionRow[] {
  return sameAsOpened(roll, rows).filter(
    ({ address, entry, isReceived, verification }) =>
      verification !== 'disagrees' &&
      !isReceived &&
      entry.at * 1000 >= roll.at - CLOCKS_MS &&
      !roll.known.some((option) => isSameAddress(option, address)),
  );
}

/** Stages in which a fill opens nothing any more, and its position is listed. */
const OVER: readonly FillStage[] = ['indexed', 'not indexed', 'failed'];

/**
 * Returns true while a fill opens what a roll opens, until its position is listed or nothing came of
 * it. A second opening would double the exposure.
 */
export function isBeingFilled(
  { account, to }: Roll,
  fills: readonly FillView[],
  isListed: (option: string) => boolean,
): boolean {
  return fills.some(
    ({ stage, proof, ...fill }) =>
      isSameAddress(fill.account, account) &&
      structureKey(fill) === structureKey(to) &&
      !OVER.includes(stage) &&
      !(proof !== undefined && isListed(proof.option)),
  );
}

/**
 * Returns the contracts of a rolled position that aren't open again, scaled by its token's decimals;
 * zero for less than can be filled.
 */
export function leftToOpen(
  { contracts: closed, token }: PositionRow,
  opened: readonly PositionRow[],
): Contracts {
  const left = BigInt(closed) - openedCount(opened, token.decimals);
  return floorContracts(left > 0n ? left : 0n, token.decimals);
}

/** Returns the contracts of opened positions, scaled by decimals. */
export function openedCount(opened: readonly PositionRow[], decimals: number): bigint {
  return opened.reduce(
    (sum, row) => sum + rescale(BigInt(row.contracts), row.token.decimals, decimals),
    0n,
  );
}

/** Returns the positions that have the terms and the side of what a roll opens. */
export function sameAsOpened(
  { to, side }: Pick<Roll, 'to' | 'side'>,
  rows: readonly PositionRow[],
): readonly PositionRow[] {
  return rows.filter(
    (row) =>
      row.side === side &&
      row.asset === to.asset &&
      row.product === to.product &&
      row.expiry === to.expiry &&
      row.strikes.join() === to.strikes.join(),
  );
}

/** The chain's time can be behind the browser's. */
const CLOCKS_MS = 60_000;

function sized(
  row: OrderRow,
  size: { readonly contracts: Contracts; readonly decimals: number },
  spot: ListedSpot,
): RollTarget | undefined {
  const fill = fillOfAtMost(row, size, spot);
  if (fill === undefined) return undefined;
  const wanted = rescale(size.contracts, size.decimals, row.collateralDecimals);
  return { fill, cash: cashOf(fill), isPart: BigInt(row.available) < wanted };
}
