import type { ListedSpot } from '../../../../shared/messages/market.ts';
import type { FundsView, TicketView } from '../../../../shared/messages/ticket.ts';
import {
  type Conversion,
  type ConversionStep,
  type Funds,
  obtainable,
  planConversion,
} from '../../../../shared/orders/conversion.ts';
import { conversionNeed, fillNeeds } from '../../../../shared/orders/fill-needs.ts';
import type { PayoffPicture } from '../../../../shared/orders/picture.ts';
import { pictureOf, pictureOfCurve } from '../../../../shared/orders/picture.ts';
import type { PreparationKind } from '../../../../shared/orders/preparation.ts';
import { type Scenario, scenariosOf } from '../../../../shared/orders/scenarios.ts';
import { contractsForBudget } from '../../../../shared/orders/sizing.ts';
import { hasProfitCurve, termsOf } from '../../../../shared/orders/terms.ts';
import {
  largestSize,
  type Size,
  type TicketFigures,
  type TicketInput,
  ticketFigures,
} from '../../../../shared/orders/ticket.ts';
import {
  type Contracts,
  contracts,
  type Price8,
  type TokenAmount,
  tokenAmount,
} from '../../../../shared/units.ts';

/** The worker's view of a ticket, with values that the pages derive once. */
export interface Ticket {
  readonly view: TicketView;
  readonly offer: TicketInput;
  readonly spot: { readonly price: Price8; readonly source: ListedSpot['source'] } | undefined;
  readonly budget: Contracts;
  /** The largest size that budget and balance allow. */
  readonly largest: Contracts;
  /** The largest amount of the required token form that the account can reach by conversions. */
  readonly balance: TokenAmount | undefined;
  /** The account's money in all forms of the token. */
  readonly held: TokenAmount | undefined;
  readonly funds: Funds | undefined;
  readonly allowance: bigint | undefined;
}

/** Derives a ticket from the worker's view; `undefined` if the strikes don't fit the product. */
export function ticketOf(view: TicketView): Ticket | undefined {
  const terms = termsOf(view.product, view.strikes);
  if (terms === undefined) return undefined;
  const { decimals } = view.token;
  const { price, spot, budgetLeft: left, balance: read } = view;
  const isMakerLong = view.side === 'sell';
  const offer: TicketInput = {
    order: { price, isLong: isMakerLong },
    terms,
    decimals,
    spot: spot?.price,
    oraclePrice: view.oraclePrice,
  };
  const budget = contractsForBudget({ left, isMakerLong, price, terms, decimals });
  const funds = view.funds && fundsOf(view.funds);
  const balance = funds === undefined ? read : obtainable(funds);
  return {
    view,
    offer,
    spot,
    budget,
    largest: largestSize(offer, { budget, balance }),
    balance,
    held: funds === undefined ? read : inAllForms(funds),
    funds,
    allowance: view.allowance,
  };
}

const inAllForms = ({ have }: Funds) => tokenAmount(have.ether + have.asset + have.receipt);

function fundsOf({ wanted, ether, asset, receipt, room, ...reserve }: FundsView): Funds {
  return { wanted, have: { ether, asset, receipt }, reserve: { ...reserve, room } };
}

/** Returns one contract, or the largest possible size if less than one contract is possible. */
export function firstSize({ offer, largest, budget }: Ticket): Size {
  const one = contracts(10n ** BigInt(offer.decimals));
  const most = largest > 0n ? largest : budget;
  return { by: 'contracts', amount: most > 0n && most < one ? most : one };
}

type Obstacle =
  | 'noWallet'
  | 'watchOnly'
  | 'nothingHeld'
  | 'noSize'
  | 'overBudget'
  | 'overBalance'
  | PoolObstacle;
type PoolObstacle = Extract<Conversion, { kind: 'pool' }>['obstacle'];

export interface TicketPage {
  readonly figures: TicketFigures;
  readonly picture: PayoffPicture | undefined;
  readonly scenarios: readonly Scenario[];
  readonly obstacle: Obstacle | undefined;
  readonly isLossEverywhere: boolean;
  /** True when the order gains at every settlement price. Such an order is usually a trap. */
  readonly isGainEverywhere: boolean;
  /** True when the option contract computes another payoff, so some figures aren't shown. */
  readonly hasOtherPayoff: boolean;
  /**
   * Transactions that must precede the fill, in order. Incomplete until the chain has been read.
   */
  readonly preparations: readonly PlannedPreparation[];
}

interface PlannedPreparation {
  readonly kind: PreparationKind;
  readonly amount: bigint;
}

/** Computes everything that depends on the size: figures, chart and table. */
export function ticketPage(ticket: Ticket, size: Size): TicketPage {
  const { offer, view } = ticket;
  const figures = ticketFigures(offer, size);
  const { quote } = figures;
  const hasOtherPayoff = view.payoff === 'differs';
  const { isPhysical } = offer.terms.product;
  const hasCurve = !hasOtherPayoff && hasProfitCurve(offer.terms) && figures.contracts > 0n;
  const needs = fillNeeds(quote, view.token.address);
  const conversion =
    ticket.funds && planConversion(ticket.funds, conversionNeed(ticket.funds, needs));
  return {
    figures,
    hasOtherPayoff,
    picture: hasOtherPayoff ? undefined : pictureOfFill(ticket, figures),
    scenarios: hasOtherPayoff || isPhysical ? [] : scenariosOf(offer, figures),
    obstacle: obstacleOf(ticket, figures, conversion),
    isLossEverywhere: hasCurve && quote.curve.maxProfit <= 0n,
    isGainEverywhere: hasCurve && figures.quote.curve.maxLoss < 0n,
    preparations: [
      ...(conversion?.kind === 'steps' ? withPoolAllowance(conversion.steps, view) : []),
      ...(ticket.allowance !== undefined && ticket.allowance >= needs.allowance
        ? []
        : [{ kind: 'allow book' as const, amount: needs.allowance }]),
    ],
  };
}

/**
 * Returns the chart. A delivery has no payout in cash, so its chart shows only the profit, with the
 * tokens valued at the price at expiry.
 */
function pictureOfFill({ offer, view }: Ticket, { contracts: count, quote }: TicketFigures) {
  const { terms, decimals, spot } = offer;
  const drawn = { curve: quote.curve, asset: view.asset, spot };
  if (terms.product.isPhysical)
    return hasProfitCurve(terms) ? pictureOfCurve({ ...drawn, strikes: terms.strikes }) : undefined;
  return pictureOf({ ...drawn, terms, contracts: count, decimals });
}

function withPoolAllowance(
  steps: readonly ConversionStep[],
  { funds }: TicketView,
): readonly PlannedPreparation[] {
  return steps.flatMap(({ kind, amount }): readonly PlannedPreparation[] =>
    kind === 'supply' && amount > (funds?.poolAllowance ?? 0n)
      ? [
          { kind: 'allow pool', amount },
          { kind, amount },
        ]
      : [{ kind, amount }],
  );
}

function obstacleOf(
  ticket: Ticket,
  { contracts: count, quote }: TicketFigures,
  conversion: Conversion | undefined,
): Obstacle | undefined {
  if (ticket.view.account === undefined) return 'noWallet';
  if (!ticket.view.canSign) return 'watchOnly';
  if (ticket.held === 0n) return 'nothingHeld';
  if (count === 0n || quote.premium === 0n) return 'noSize';
  if (count > ticket.budget) return 'overBudget';
  if (conversion?.kind === 'pool') return conversion.obstacle;
  if (conversion?.kind === 'short') return 'overBalance';
  if (ticket.balance !== undefined && quote.pays > ticket.balance) return 'overBalance';
  return undefined;
}
