import type { Address } from 'viem';
import { type AmountFact, tradedFact } from '../../../../shared/approvals/facts/amounts.ts';
import type { MoveFact, MoveNote } from '../../../../shared/approvals/facts/moves.ts';
import type { RowFact, RowValue } from '../../../../shared/approvals/facts/rows.ts';
import { strikesFact } from '../../../../shared/approvals/facts/strikes.ts';
import { reserveNamed } from '../../../../shared/chain/lending.ts';
import { requiredDelivery } from '../../../../shared/orders/delivery.ts';
import type { OrderDescription } from '../../../../shared/orders/describe.ts';
import { deliveryToken } from '../../../../shared/orders/fit.ts';
import type { Order } from '../../../../shared/orders/order.ts';
import type { FillQuote } from '../../../../shared/orders/quote.ts';

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/** A fill of a known product and token, so that everything can be computed. */
export interface KnownFill {
  readonly order: Order;
  readonly description: OrderDescription;
  readonly quote: FillQuote;
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * Returns the most important facts. Leaves out figures that aren't certain for a physical product,
 * whose profit isn't cash, and for a contract with another payoff.
 */
export function highlightsOf(fill: KnownFill, hasOtherPayoff: boolean): RowFact[] {
  const { quote, order, description } = fill;
  const { maxLoss, maxProfit, breakEvens } = quote.curve;
  const { amount, cost } = valuesIn(fill);
  const expires: RowFact = { label: 'optionExpires', value: { kind: 'time', at: order.expiry } };
  if (description.product?.isPhysical) {
    const delivered = deliveredValue(fill);
    return quote.side === 'buy'
      ? [
          { label: 'maxLoss', value: cost(quote.premium) },
          { label: 'youDeliverAtExercise', value: delivered },
          { label: 'youGetAtExercise', value: amount(quote.collateral) },
          expires,
        ]
      : [
          { label: 'collateral', value: lockedIn(fill) },
          { label: 'youReceive', value: amount(quote.receives) },
          { label: 'deliveredAtExercise', value: delivered },
          expires,
        ];
  }
  if (hasOtherPayoff) {
    const atRisk = quote.side === 'buy' ? quote.premium : quote.collateral - quote.receives;
    return [{ label: 'maxLoss', value: cost(atRisk) }, expires];
  }
  return [
    { label: 'maxLoss', value: cost(maxLoss) },
    { label: 'maxProfit', value: amount(maxProfit) },
    { label: 'breakEven', value: { kind: 'breakEvens', prices: breakEvens.map(String) } },
    expires,
  ];
}

/** Returns the amount that the buyer of a physical product delivers, in the delivered token. */
function deliveredValue({ order, quote, description: { terms }, decimals }: KnownFill): RowValue {
  const token = deliveryToken(order);
  if (terms === undefined || token === undefined) return { kind: 'none' };
  const units = requiredDelivery(terms, {
    contracts: order.numContracts,
    collateralDecimals: decimals,
    deliveryDecimals: token.decimals,
  });
  const { address, symbol } = token;
  return {
    kind: 'amount',
    amount: { token: { address, symbol, decimals: token.decimals }, units: units.toString() },
    ...(quote.side === 'buy' ? { isCost: true } : {}),
  };
}

/** Returns the facts of an order, with amounts only if all its terms are known. */
export function fillRows(options: {
  readonly order: Order;
  readonly description: OrderDescription;
  readonly fill: KnownFill | undefined;
  readonly referrer: Address;
  readonly hasOtherPayoff: boolean;
}): RowFact[] {
  const { order, description, fill, referrer, hasOtherPayoff } = options;
  const decimals = description.collateral?.decimals ?? 0;
  const strikes = strikesFact(description.strikesAscending);
  return [
    { label: 'product', value: { kind: 'traded', traded: tradedFact(description) } },
    { label: 'yourSide', value: { kind: 'taker side', side: description.takerSide } },
    { label: 'fillStrikes', value: { kind: 'strikes', ...strikes } },
    {
      label: 'contracts',
      value: { kind: 'contracts', units: order.numContracts.toString(), decimals },
    },
    ...(fill === undefined ? [] : moneyRows(fill, hasOtherPayoff)),
    { label: 'maker', value: { kind: 'address', address: order.maker, isShort: true } },
    {
      label: 'referrer',
      value:
        referrer === ZERO_ADDRESS
          ? { kind: 'no referrer', address: referrer }
          : { kind: 'address', address: referrer, isShort: true },
    },
  ];
}

function moneyRows(fill: KnownFill, hasOtherPayoff: boolean): RowFact[] {
  const { quote, description } = fill;
  const { amount, cost } = valuesIn(fill);
  const isBuying = quote.side === 'buy';
  const isCashOfBuyer = !description.product?.isPhysical && isBuying;
  return [
    { label: 'premium', value: isBuying ? cost(quote.premium) : amount(quote.premium) },
    { label: quote.isFeeExact ? 'fee' : 'feeAtMost', value: cost(quote.fee) },
    ...(!isBuying ? [{ label: 'collateral', value: lockedIn(fill) } as const] : []),
    ...(isCashOfBuyer && !hasOtherPayoff
      ? [{ label: 'maxPayout', value: amount(quote.maxPayoff) } as const]
      : []),
  ];
}

/** Returns the movements that follow from the order's terms, for nodes that can't simulate. */
export function movesOfFill(fill: KnownFill): {
  leaves: readonly MoveFact[];
  arrives: readonly MoveFact[];
} {
  const { quote, order, symbol, decimals } = fill;
  const token = order.collateral.toLowerCase();
  const move = (units: bigint, code: Exclude<MoveNote['code'], 'imitates' | 'net'>): MoveFact => ({
    kind: 'token',
    token,
    units: units.toString(),
    symbol,
    decimals,
    note: { code },
  });
  return quote.side === 'buy'
    ? {
        leaves: [move(quote.premium, 'premium')],
        arrives: [{ kind: 'option', note: { code: 'newOption' } }],
      }
    : {
        leaves: [move(quote.collateral, 'locked')],
        arrives: [move(quote.receives, 'netPremium')],
      };
}

/** Returns the values of the rows. Costs are rounded up. */
function valuesIn(fill: KnownFill) {
  const amount = (units: bigint) => ({ kind: 'amount', amount: amountIn(fill, units) }) as const;
  const cost = (units: bigint) => ({ ...amount(units), isCost: true }) as const;
  return { amount, cost };
}

/**
 * Returns an amount in the collateral's asset. One receipt of the lending pool is worth one unit of
 * its asset. Losses and profits may be negative.
 */
function amountIn({ order, symbol, decimals }: KnownFill, units: bigint): AmountFact {
  const { address, symbol: worth } = reserveNamed(symbol)?.asset ?? {
    address: order.collateral,
    symbol,
  };
  return { token: { address, symbol: worth, decimals }, units: units.toString() };
}

/** Returns a seller's collateral in the token that leaves the account, rounded up. */
function lockedIn({ order, quote, symbol, decimals }: KnownFill): RowValue {
  const token = { address: order.collateral, symbol, decimals };
  return { kind: 'amount', amount: { token, units: quote.collateral.toString() }, isCost: true };
}
