import { type OptionTerms, termsOf } from '../orders/terms.ts';
import { paidFor } from '../positions/cost.ts';
import type { PositionRow } from '../positions/position-view.ts';
import { type TokenAmount, tokenAmount, toNumber8, toWhole } from '../units.ts';
import type { DeskFill } from './offer.ts';

/** One side of an option in the portfolio's model, with dollars and contracts as plain numbers. */
export interface Holding {
  readonly key: string;
  readonly asset: string;
  readonly terms: OptionTerms;
  readonly legs: readonly NumberLeg[];
  /** Contracts: positive for the buyer, negative for the seller. */
  readonly count: number;
  /** Unix seconds. */
  readonly expiry: number;
  /** Dollars paid at the fill, negative when received. Tokens count at today's spot price. */
  readonly cost: number | undefined;
  /** Annual, as a fraction; undefined when unknown. */
  readonly volatility: number | undefined;
  /**
   * Makers buy below the volatility and sell above it by this share. A holding with this member is
   * valued at the price for which it could be closed, less the fee; other holdings at the
   * volatility itself.
   */
  readonly halfSpread?: number | undefined;
  readonly counterparty: string;
  readonly token: { readonly symbol: string; readonly decimals: number };
  /** Collateral that this side locks; zero for a buyer. */
  readonly locked: TokenAmount;
  /** Price of one collateral token today, in dollars. */
  readonly tokenPrice: number;
}

interface NumberLeg {
  readonly kind: 'call' | 'put';
  readonly strike: number;
  readonly weight: number;
}

/**
 * Returns the running positions of an asset for the model. Leaves out ended and expired ones,
 * unknown products and tokens, and those that the wallet doesn't value, because the chain
 * contradicts them or doesn't prove that a known book created them.
 * @param spot dollars
 */
export function holdingsIn(asset: string, rows: readonly PositionRow[], spot: number): Holding[] {
  return rows.flatMap((row): Holding[] => {
    const { product, token, side } = row;
    if (row.asset !== asset || row.state !== 'open' || product === undefined) return [];
    if (!isTrusted(row) || token.symbol === undefined) return [];
    const terms = termsOf(product, row.strikes);
    if (terms === undefined) return [];
    const tokenPrice = terms.product.isQuoteCollateral ? 1 : spot;
    const dollars = (units: bigint) => toWhole(units, token.decimals) * tokenPrice;
    const paid = paidFor(row);
    const sign = side === 'buyer' ? 1 : -1;
    return [
      {
        key: row.key,
        asset,
        terms,
        legs: numberLegs(terms),
        count: sign * toWhole(row.contracts, token.decimals),
        expiry: row.expiry,
        cost: paid === undefined ? undefined : sign * dollars(paid),
        volatility: row.volatility,
        halfSpread: row.halfSpread,
        counterparty: side === 'buyer' ? row.seller : row.buyer,
        token: { symbol: token.symbol, decimals: token.decimals },
        locked: side === 'buyer' ? tokenAmount(0n) : row.collateral,
        tokenPrice,
      },
    ];
  });
}

/** Returns true for a position that the wallet values and the chain doesn't contradict. */
function isTrusted({ verification, isUnproven, worth }: PositionRow): boolean {
  return verification !== 'disagrees' && !isUnproven && worth !== undefined;
}

/** Returns a possible fill as a holding. */
export function candidate(fill: DeskFill, volatility: number | undefined): Holding {
  const { row, terms, decimals, quote, spot } = fill;
  const tokenPrice = terms.product.isQuoteCollateral ? 1 : toNumber8(spot);
  const isBuying = quote.side === 'buy';
  const paid = isBuying ? quote.premium : -quote.receives;
  const sign = isBuying ? 1 : -1;
  return {
    key: row.digest,
    asset: row.asset,
    terms,
    legs: numberLegs(terms),
    count: sign * toWhole(fill.contracts, decimals),
    expiry: row.expiry,
    cost: toWhole(paid, decimals) * tokenPrice,
    volatility,
    // Lower case, like the holders of positions.
    counterparty: row.maker.toLowerCase(),
    token: { symbol: row.collateralSymbol, decimals },
    locked: tokenAmount(isBuying ? 0n : quote.collateral),
    tokenPrice,
  };
}

/** Returns the legs with plain numbers, for models. */
function numberLegs({ legs }: OptionTerms): NumberLeg[] {
  return legs.map(({ kind, strike, weight }) => ({
    kind,
    strike: toNumber8(strike),
    weight: Number(weight),
  }));
}
