import { type Contracts, ONE_8, type Price8, type TokenAmount, tokenAmount } from '../units.ts';

/**
 * The fee is 0.06% of the notional, at most 12.5% of the premium (options-market.md, "Referrer
 * rules", rule 3).
 */
const NOTIONAL_BPS = 6n;
const BPS = 10_000n;
const PREMIUM_SHARE = { numerator: 125n, denominator: 1000n };

/**
 * Returns the protocol's fee for a fill in collateral units, rounded down. The premium includes the
 * fee. For products with dollar collateral, the notional uses the oracle price. For other products,
 * the notional is the number of contracts. Undefined when a required oracle price is unknown.
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

/** Returns the maximum fee on a premium at any oracle price, rounded down. */
export function feeCeiling(premium: TokenAmount): TokenAmount {
  return tokenAmount((premium * PREMIUM_SHARE.numerator) / PREMIUM_SHARE.denominator);
}

/**
 * Returns the smallest premium that leaves a seller at least `net` after the fee. Without a price,
 * assumes the maximum fee.
 */
export function premiumFor(
  net: TokenAmount,
  input: Omit<Parameters<typeof fillFee>[0], 'premium'>,
): TokenAmount {
  const restOf = (premium: TokenAmount) =>
    premium - (fillFee({ ...input, premium }) ?? feeCeiling(premium));
  // The net premium grows with the premium, and is at least seven eighths of the premium.
  let [from, to] = [net as bigint, (net * 8n) / 7n + 8n];
  while (from < to) {
    const middle = (from + to) / 2n;
    if (restOf(tokenAmount(middle)) >= net) to = middle;
    else from = middle + 1n;
  }
  return tokenAmount(from);
}

/** Returns the fee on a premium of the model, in dollars; see `fillFee`. */
export function feeDollars(premium: number, contracts: number, spot: number): number {
  const byNotional = (contracts * spot * Number(NOTIONAL_BPS)) / Number(BPS);
  const { numerator, denominator } = PREMIUM_SHARE;
  return Math.min(byNotional, (premium * Number(numerator)) / Number(denominator));
}

/**
 * Returns the share of a fee for a referrer with a split of `bps`, rounded down. Unlisted referrers
 * have 0.
 */
export function referrerShare(fee: TokenAmount, bps: bigint): TokenAmount {
  return tokenAmount((fee * bps) / BPS);
}
