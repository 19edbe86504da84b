import { type Price8, price8, type TokenAmount, tokenAmount, type Usd8 } from '../units.ts';
import { profitAt } from './curve.ts';
import { buyerPayoff } from './payoff.ts';
import type { FillQuote } from './quote.ts';
import { floorDivide } from './rounding.ts';
import type { TicketFigures, TicketInput } from './ticket.ts';

type ScenarioKind = 'move' | 'spot' | 'strike' | 'breakEven';

/**
 * Result of a fill if the option settles at this price. Token amounts are in base units of the
 * collateral.
 */
export interface Scenario {
  readonly kind: ScenarioKind;
  /** Move of the spot price in percent, with its sign. */
  readonly percent?: number;
  readonly price: Price8;
  /** The option's payoff to its buyer (maker or taker), rounded down like the contract. */
  readonly payout: TokenAmount;
  /** The taker's exact profit in tokens. */
  readonly profit: TokenAmount;
  readonly profitUsd: Usd8;
  /** Profit as a share of a buyer's premium or a seller's collateral, rounded down. */
  readonly profitBps: bigint | undefined;
}

const MOVES = [-15, -5, 5, 15];

/** Returns scenarios at spot, ±5% and ±15%, at each strike and each break-even, ascending. */
export function scenariosOf(
  offer: TicketInput,
  figures: Pick<TicketFigures, 'contracts' | 'quote'>,
): Scenario[] {
  const { spot, terms } = offer;
  const stops: { kind: ScenarioKind; price: Price8; percent?: number }[] = [
    ...[...new Set(terms.strikes)].map((price) => ({ kind: 'strike' as const, price })),
    ...figures.quote.curve.breakEvens.map((price) => ({ kind: 'breakEven' as const, price })),
  ];
  if (spot !== undefined) {
    stops.push({ kind: 'spot', price: spot });
    for (const percent of MOVES) {
      const price = price8((spot * BigInt(100 + percent)) / 100n);
      stops.push({ kind: 'move', price, percent });
    }
  }
  return stops
    .sort((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0))
    .map((stop) => ({ ...stop, ...outcomeAt(offer, figures, stop.price) }));
}

/** Returns the result of a settlement at this price. */
export function outcomeAt(
  offer: TicketInput,
  { contracts, quote }: Pick<TicketFigures, 'contracts' | 'quote'>,
  price: Price8,
): Pick<Scenario, 'payout' | 'profit' | 'profitUsd' | 'profitBps'> {
  const { terms, decimals } = offer;
  // At a price of zero, an inverse option pays nothing. The formula would divide by zero.
  const payout =
    price === 0n && !terms.product.isQuoteCollateral
      ? tokenAmount(0n)
      : buyerPayoff({ terms, contracts, settlementPrice: price });
  const profit = tokenAmount(
    quote.side === 'buy' ? payout - quote.premium : quote.receives - payout,
  );
  const { side, premium, fee } = quote;
  const position = { terms, contracts, decimals, side, premium, fee };
  return { payout, profit, profitUsd: profitAt(position, price), profitBps: bpsOf(profit, quote) };
}

function bpsOf(profit: TokenAmount, quote: FillQuote): bigint | undefined {
  const stake = quote.side === 'buy' ? quote.premium : quote.collateral;
  return stake === 0n ? undefined : floorDivide(profit * 10_000n, stake);
}
