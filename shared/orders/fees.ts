import { type Contracts, ONE_8, type Price8, type TokenAmount, tokenAmount } from '../units.ts';

/** 0.06 % of the notional, at most 12.5 % of the premium (spec, referrer rule 3). */
const NOTIONAL_BPS = 6n;
const BPS = 10_000n;
const PREMIUM_SHARE = { numerator: 125n, denominator: 1000n };

/**
 * The protocol's fee of a fill, in collateral units, rounded down. It is taken out of the premium,
 * never on top. The notional of dollar-collateral products is valued at the oracle price; that of
 * underlying-collateral products is the number of contracts itself. Undefined when the oracle price
 * is needed and not known.
 */
export function fillFee(input: {
  readonly contracts: Contracts;
  readonly premium: TokenAmount;
  readonly isQuoteCollateral: boolean;
  readonly spot: Price8 | undefined;
}): TokenAmount | undefined {
  const unitPrice = input.isQuoteCollateral ? input.spot : ONE_8;
  if (unitPrice === undefined) return undefined;
  const byNotional = (input.contracts * NOTIONAL_BPS * unitPrice) / ONE_8 / BPS;
  const byPremium = feeCeiling(input.premium);
  return tokenAmount(byNotional < byPremium ? byNotional : byPremium);
}

/** The most that the fee of a premium can be, whatever the oracle price; rounded down. */
export function feeCeiling(premium: TokenAmount): TokenAmount {
  return tokenAmount((premium * PREMIUM_SHARE.numerator) / PREMIUM_SHARE.denominator);
}

/** What a referrer with a split of `bps` earns of a fee; rounded down. Unlisted referrers have 0. */
export function referrerShare(fee: TokenAmount, bps: bigint): TokenAmount {
  return tokenAmount((fee * bps) / BPS);
}
